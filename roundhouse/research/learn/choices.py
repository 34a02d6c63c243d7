"""Probabilities of moves from logits: sampling, and what the losses need, with as few passes over all moves as possible."""

from __future__ import annotations

from typing import Any, Final

import torch
from torch import Tensor

_IMPOSSIBLE_LOGIT: Final = -1e9
_LEAST_LOG_PROB: Final = -40.0  # `exp` is slow where it underflows
_BELOW_ONE: Final = 1 - 1e-6


def log_probs_of(logits: Tensor, mask: Tensor) -> Tensor:
    """Return the log-probabilities of all moves; those of illegal ones are below any that matters."""
    legal = torch.where(mask, logits.float(), _IMPOSSIBLE_LOGIT)
    return torch.log_softmax(legal, -1).clamp_(min=_LEAST_LOG_PROB)


def sample(log_probs: Tensor, mask: Tensor, luck: Tensor) -> Tensor:
    """Return a legal move for each row; `luck` are uniformly random numbers from 0 to 1."""
    cumulated = (log_probs.exp() * mask).cumsum(-1)
    thresholds = luck.unsqueeze(-1) * _BELOW_ONE * cumulated[:, -1:]
    moves = (cumulated <= thresholds).sum(-1)  # the first move beyond the threshold: an illegal one adds nothing
    if not mask.is_cuda:
        return moves
    # Sums that a GPU makes in parallel do not only rise, so that once in a long while an illegal move would be taken.
    return torch.where(mask.gather(1, moves.unsqueeze(1)).squeeze(1), moves, log_probs.argmax(-1))


class _LogProbAndEntropy(torch.autograd.Function):
    """The two together need one pass of probabilities, and a gradient in closed form."""

    @staticmethod
    def forward(ctx: Any, logits: Tensor, mask: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        log_probs = log_probs_of(logits, mask)
        probs = log_probs.exp()
        entropy = -(probs * log_probs).sum(-1)
        ctx.save_for_backward(log_probs, probs, entropy, moves)
        return log_probs.gather(1, moves.unsqueeze(1)).squeeze(1), entropy

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        log_probs, probs, entropy, moves = ctx.saved_tensors
        of_log_prob, of_entropy = (gradient.unsqueeze(1) for gradient in gradients)
        result = (log_probs + entropy.unsqueeze(1)).mul_(-of_entropy).sub_(of_log_prob).mul_(probs)
        return result.scatter_add_(1, moves.unsqueeze(1), of_log_prob), None, None


def log_prob_and_entropy(logits: Tensor, mask: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
    """Return the log-probability of one move of each row, and the entropy of the row."""
    found: tuple[Tensor, Tensor] = _LogProbAndEntropy.apply(logits, mask, moves)
    return found
