#!/usr/bin/env bash
# Installs what windows need on Debian and Ubuntu: with `qt` the system libraries of Qt alone; else also what the desktop
# tests need, an X server without a screen, a window manager, a real tray, a real keyring.
# As root it installs; otherwise it prints the command.
set -euo pipefail

packages=(
    # Qt's own libraries: any platform, then X11
    libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0
    libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-image0 libxcb-randr0 libxcb-render-util0 libxcb-shape0
    libxcb-xkb1 libxkbcommon-x11-0
)
if [ "${1:-}" != qt ]; then packages+=(
    # the desktop that the tests bring
    xvfb xauth openbox picom tint2 weston xdotool imagemagick x11-utils x11-xserver-utils dbus gnome-keyring
    # checks of what is installed for desktops
    desktop-file-utils appstream
    # letters for the pictures, with Chinese and Japanese
    fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
); fi

command -v dpkg-query >/dev/null || {
    echo "desktop-deps: this is no Debian; trayrecall doctor tells whether Qt finds its libraries" >&2
    exit 1
}
# Names as they are, and those that they stand in for: newer releases call libglib2.0-0 libglib2.0-0t64.
there=$(dpkg-query -W -f='${db:Status-Status} ${Package}, ${Provides}\n' | sed -n 's/^installed //p' | tr -s ', ' '\n')
missing=()
for package in "${packages[@]}"; do
    grep -qxF "$package" <<<"$there" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
    echo "desktop-deps: everything is there" >&2
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "desktop-deps: installing ${missing[*]}" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
else
    echo "desktop-deps: please run: sudo apt-get update && sudo apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
fi
