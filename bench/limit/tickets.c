/* The physical limit of one core for Ticket to Ride in random play: a plain C kernel of nearly the same rules. */
#include "tickets_board.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
enum { LOCO = 8, FREE = -1, CLOSED = 9, DECK = 9, TICKETS = 10, PASS = 11, KEEP = 12, CLAIM = 20 };
enum { FIRST, MAIN, SECOND, CHOOSE, OVER };
static const int POINTS[7] = {0, 1, 2, 4, 7, 10, 15};
typedef struct {
    uint8_t n, turn, phase, last, passes, deck_n, discard_n, face_n, tdeck_n, offer_n;
    uint8_t deck[9], discard[9], face[9], hand[45], trains[5], offer[3], tdeck[30];
    int8_t owner[100];
    int16_t score[5];
    uint32_t tickets[5];
} State;

static inline uint32_t below(uint32_t *rng, uint32_t n) {
    uint32_t x = *rng;
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    *rng = x;
    return (uint32_t)((uint64_t)x * n >> 32);
}
static int draw(State *s, uint32_t *rng) {
    if (s->deck_n == 0) {
        memcpy(s->deck, s->discard, 9); memset(s->discard, 0, 9);
        s->deck_n = s->discard_n; s->discard_n = 0;
    }
    int k = below(rng, s->deck_n), c = 0;
    while (k >= s->deck[c]) k -= s->deck[c++];
    s->deck[c]--; s->deck_n--;
    return c;
}
static void refill(State *s, uint32_t *rng) {
    for (;;) {
        while (s->face_n < 5 && s->deck_n + s->discard_n > 0) { s->face[draw(s, rng)]++; s->face_n++; }
        if (s->face[LOCO] < 3) return;
        if (s->deck_n + s->discard_n + s->face_n - s->deck[LOCO] - s->discard[LOCO] - s->face[LOCO] < 3) return;
        for (int c = 0; c < 9; c++) { s->discard[c] += s->face[c]; s->face[c] = 0; }
        s->discard_n += s->face_n; s->face_n = 0;
    }
}
static void deal_offer(State *s) { while (s->offer_n < 3 && s->tdeck_n) s->offer[s->offer_n++] = s->tdeck[--s->tdeck_n]; }

static int legal(const State *s, uint16_t *mv) {
    int k = 0;
    if (s->phase == FIRST || s->phase == CHOOSE) {
        int least = s->phase == FIRST ? 2 : 1;
        if (least > s->offer_n) least = s->offer_n;
        for (int m = 1; m < 1 << s->offer_n; m++) if (__builtin_popcount(m) >= least) mv[k++] = KEEP + m;
        return k;
    }
    int colours = s->phase == MAIN ? 9 : LOCO;
    for (int c = 0; c < colours; c++) if (s->face[c]) mv[k++] = c;
    if (s->deck_n + s->discard_n) mv[k++] = DECK;
    if (s->phase == SECOND) return k;
    if (s->tdeck_n) mv[k++] = TICKETS;
    int p = s->turn; const uint8_t *hand = s->hand + p * 9; int loco = hand[LOCO];
    for (int c = 0; c < 9; c++) {
        int x = hand[c];
        if (!x) continue;
        if (c != LOCO) x += loco;
        if (x > s->trains[p]) x = s->trains[p];
        if (x > 6) x = 6;
        const uint8_t *l = PAYABLE[c * 7 + x];
        for (int i = 0, e = PAY_N[c * 7 + x]; i < e; i++) {
            int r = l[i];
            if (s->owner[r] == FREE && s->owner[TWIN[r]] != p) mv[k++] = CLAIM + r * 9 + c;
        }
    }
    if (!k) mv[k++] = PASS;
    return k;
}
static int trail(int city, uint64_t used, const uint8_t *routes, uint8_t at[36][12], const uint8_t *deg) {
    int best = 0;
    for (int j = 0; j < deg[city]; j++) {
        int i = at[city][j];
        if (used >> i & 1) continue;
        int r = routes[i], len = LENGTH[r] + trail(A[r] + B[r] - city, used | 1ULL << i, routes, at, deg);
        if (len > best) best = len;
    }
    return best;
}
static void finish(State *s) {
    s->phase = OVER;
    int paths[5], best = 0;
    for (int p = 0; p < s->n; p++) {
        uint8_t routes[64], deg[36] = {0}, at[36][12]; int m = 0;
        uint64_t net[64]; int nn = 0;
        for (int r = 0; r < 100; r++) if (s->owner[r] == p) {
            at[A[r]][deg[A[r]]++] = m; at[B[r]][deg[B[r]]++] = m; routes[m++] = r;
            uint64_t j = ENDS[r]; int o = 0;
            for (int i = 0; i < nn; i++) if (net[i] & j) j |= net[i]; else net[o++] = net[i];
            net[o++] = j; nn = o;
        }
        for (int t = 0; t < 30; t++) if (s->tickets[p] >> t & 1) {
            int v = -TICKET_VALUE[t];
            for (int i = 0; i < nn; i++) if ((net[i] & TICKET_ENDS[t]) == TICKET_ENDS[t]) v = TICKET_VALUE[t];
            s->score[p] += v;
        }
        int path = 0;
        for (int c = 0; c < 36; c++) if (deg[c]) { int l = trail(c, 0, routes, at, deg); if (l > path) path = l; }
        paths[p] = path; if (path > best) best = path;
    }
    for (int p = 0; p < s->n; p++) if (paths[p] == best) s->score[p] += 10;
}
static void end_turn(State *s) {
    if (s->last) { if (--s->last == 0) { finish(s); return; } }
    else if (s->trains[s->turn] <= 2) s->last = s->n;
    if (++s->turn == s->n) s->turn = 0;
    s->phase = MAIN;
}
static void apply(State *s, int move, uint32_t *rng) {
    int p = s->turn;
    if (move != PASS) s->passes = 0;
    if (move >= CLAIM) {
        int r = (move - CLAIM) / 9, c = (move - CLAIM) % 9, len = LENGTH[r];
        uint8_t *hand = s->hand + p * 9;
        int paid = hand[c] < len ? hand[c] : len;
        hand[c] -= paid; s->discard[c] += paid;
        hand[LOCO] -= len - paid; s->discard[LOCO] += len - paid; s->discard_n += len;
        s->owner[r] = p;
        if (s->n <= 3 && TWIN[r] != r) s->owner[TWIN[r]] = CLOSED;
        s->trains[p] -= len; s->score[p] += POINTS[len];
        if (s->face_n < 5) refill(s, rng);
        end_turn(s);
    } else if (move <= DECK) {
        int card = move;
        if (move == DECK) card = draw(s, rng);
        else { s->face[card]--; s->face_n--; refill(s, rng); }
        s->hand[p * 9 + card]++;
        if (s->phase == SECOND || move == LOCO || !(s->deck_n + s->discard_n > 0 || s->face_n > s->face[LOCO])) end_turn(s);
        else s->phase = SECOND;
    } else if (move == TICKETS) { deal_offer(s); s->phase = CHOOSE; }
    else if (move == PASS) { if (++s->passes == s->n) finish(s); else end_turn(s); }
    else {
        int mask = move - KEEP;
        for (int i = 0; i < s->offer_n; i++) {
            if (mask >> i & 1) s->tickets[p] |= 1u << s->offer[i];
            else { memmove(s->tdeck + 1, s->tdeck, s->tdeck_n); s->tdeck[0] = s->offer[i]; s->tdeck_n++; }
        }
        s->offer_n = 0;
        if (s->phase == FIRST) {
            if (++s->turn < s->n) deal_offer(s); else { s->turn = 0; s->phase = MAIN; }
        } else end_turn(s);
    }
}
static void new_game(State *s, int n, uint32_t *rng) {
    memset(s, 0, sizeof *s);
    s->n = n; s->deck_n = 110; s->tdeck_n = 30;
    for (int i = 0; i < 30; i++) s->tdeck[i] = i;
    for (int i = 29; i > 0; i--) { int j = below(rng, i + 1); uint8_t t = s->tdeck[i]; s->tdeck[i] = s->tdeck[j]; s->tdeck[j] = t; }
    for (int c = 0; c < 9; c++) s->deck[c] = c == LOCO ? 14 : 12;
    for (int p = 0; p < n; p++) s->trains[p] = 45;
    memset(s->owner, -1, 100);
    for (int i = 0; i < 4 * n; i++) s->hand[i / 4 * 9 + draw(s, rng)]++;
    refill(s, rng); deal_offer(s);
}
static double now(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 30000;
    int lo = argc > 2 ? atoi(argv[2]) : 2, hi = argc > 2 ? lo : 5;
    for (int n = lo; n <= hi; n++) {
        double a = now(); int64_t total = 0, check = 0; State s; uint16_t mv[1024];
        for (int g = 0; g < games; g++) {
            uint32_t rng = (uint32_t)((1 + g) * 2654435761ULL + 88172645) | 1;
            new_game(&s, n, &rng);
            while (s.phase != OVER) { int k = legal(&s, mv); apply(&s, mv[below(&rng, k)], &rng); total++; }
            for (int p = 0; p < n; p++) check = (check * 31 + s.score[p] + 1000) % 1000000007;
        }
        double d = now() - a;
        printf("%s n=%d %10.0f games/s %12.0f moves/s %6.1f moves/game check %ld\n", "C", n, games / d, total / d, (double)total / games, (long)check);
    }
    State s, *q = malloc(sizeof *q); uint32_t r = 5; new_game(&s, 4, &r); double a = now();
    long k = 20000000; for (long i = 0; i < k; i++) { memcpy(q, &s, sizeof s); s.score[0] = i; __asm__ volatile("" ::"r"(q) : "memory"); }
    printf("C clone %12.0f/s (memcpy of %zu bytes)\n", k / (now() - a), sizeof s);
}
