// Lint of the browser script and its tests. Names and types are the type checker's task.

import js from "@eslint/js";

export default [
  { ignores: ["**/node_modules/", "**/.venv/", "build/", "dist/", "htmlcov/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "default-case-last": "error",
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-unneeded-ternary": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  { files: ["roundhouse/web/static/*.js"], rules: { "no-undef": "off" } },
  { files: ["tests/script/*.js", "examples/*.mjs"], languageOptions: { globals: { console: "readonly", fetch: "readonly", process: "readonly", setTimeout: "readonly", URL: "readonly" } } },
];
