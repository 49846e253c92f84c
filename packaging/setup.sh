#!/usr/bin/env bash
# Sets up the development environment in .venv: a Python of at least 3.11 with venv, and the pinned packages.
# On Debian and Ubuntu, as root, missing system packages are installed; otherwise the command is printed.
# Whatever was left half done by an earlier one (Ctrl+C, no network, a full disk) is done again.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }

install() {
    if ! command -v apt-get >/dev/null; then
        say "please install $*, as your system calls them   (then run this again)"
        exit 1
    elif [ "$(id -u)" = 0 ]; then
        say "installing $*"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null
    else
        say "please install: sudo apt-get update && sudo apt-get install --no-install-recommends $*   (then run this again)"
        exit 1
    fi
}

# No pre-release, such as Ubuntu 22.04's python3.11: pip leaves out what packages need of each other for "3.11 and newer".
find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && "$name" -c \
            'import sys; v = sys.version_info; sys.exit(v < (3, 11) or v.releaselevel != "final")' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
}

# pip's own lines, one over the other, for who looks on
narrate() {
    local doing what
    while read -r doing what; do
        case $doing in
        Downloading) printf '\r\033[Ksetup: downloading %s' "${what%%-*} (${what##*(}" >&2 ;;
        Installing) printf '\r\033[Ksetup: %.60s' "installing $what" >&2 ;;
        esac
    done
    printf '\r\033[K' >&2
}

# Two at once would take each other's files away. A system without flock goes without this.
if command -v flock >/dev/null; then
    exec 9<packaging/setup.sh
    flock --nonblock 9 || {
        say "another make sets up; waiting for it"
        flock 9
        if make -q .venv/.ready; then exit 0; fi
    }
fi

python=$(find_python)
if [ -z "$python" ] && command -v python3 >/dev/null; then
    say "Python 3.11 or newer is needed, this is $(python3 --version 2>&1); install one under its own name, such as python3.13"
    exit 1
elif [ -z "$python" ]; then
    install python3-venv
    python=python3
fi
"$python" -c 'import ensurepip, venv' 2>/dev/null || install "$python-venv"

.venv/bin/python -m pip --version >/dev/null 2>&1 || "$python" -m venv --clear .venv
say "installing the Python packages (once; about 250 MB to download, 800 MB on disk)"
pip=(.venv/bin/python -m pip install --disable-pip-version-check --no-input
    -c packaging/constraints.txt -e '.[dev,desktop,offline-model,offline-model-en]')
{ if [ -t 2 ]; then "${pip[@]}" | narrate; else "${pip[@]}" -q; fi; } || {
    say "pip stopped at what it says above. Is there network (a proxy?), and room on the disk? Then run this again."
    exit 1
}
touch .venv/.ready
