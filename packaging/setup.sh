#!/usr/bin/env bash
# Sets up the development environment in .venv: a Python of at least 3.11 with venv, and the pinned packages.
# On Debian and Ubuntu, as root, missing system packages are installed; otherwise the command is printed.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }

install() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing $*"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null
    else
        say "please install: sudo apt-get update && sudo apt-get install --no-install-recommends $*   (then run this again)"
        exit 1
    fi
}

find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
}

python=$(find_python)
[ -n "$python" ] || { say "Python 3.11 or newer is needed"; install python3 python3-venv; python=$(find_python); }
"$python" -c 'import ensurepip, venv' 2>/dev/null || install python3-venv

[ -x .venv/bin/python ] || "$python" -m venv .venv
say "installing the Python packages (once; about 250 MB to download, 800 MB on disk)"
.venv/bin/python -m pip install -q --disable-pip-version-check --no-input \
    -c packaging/constraints.txt -e '.[dev,desktop,offline-model,offline-model-en]'
touch .venv/.ready
