#!/usr/bin/env bash
# What action.yml runs: its inputs, which come as variables, become arguments of `poise lint`.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
read -r -a files <<< "${POISE_FILES:-.}"
options=(--github)
[[ -z "${POISE_CHANGED:-}" ]] || options+=(--changed "$POISE_CHANGED")
[[ -z "${POISE_BASELINE:-}" ]] || options+=(--baseline "$POISE_BASELINE")
[[ -z "${POISE_FAIL_ON:-}" ]] || options+=(--fail-on "$POISE_FAIL_ON")
[[ -z "${POISE_SARIF:-}" ]] || options+=(--write "$POISE_SARIF")
[[ -z "${POISE_JUNIT:-}" ]] || options+=(--write "$POISE_JUNIT")
[[ -z "${POISE_CACHE:-}" ]] || options+=(--cache "$POISE_CACHE")
[[ -z "${POISE_DOCS:-}" ]] || options+=(--docs "$POISE_DOCS")
node "$here/packages/poise/bin/poise.js" lint "${options[@]}" -- "${files[@]}"
