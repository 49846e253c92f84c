#!/usr/bin/env bash
# Builds the wheel and installs it into a clean environment, as a person would: nothing of this checkout is used.
# Shows that it carries its resources, entry points and desktop files, that `doctor` is clean and that `demo` answers.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
extras=${EXTRAS:-desktop,offline-model}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

say() { printf 'wheel: %s\n' "$*" >&2; }

say "building"
"$python" -m pip wheel -q --disable-pip-version-check --no-deps -w "$folder/dist" .
"$python" -m venv "$folder/venv"
say "installing [$extras] into a clean environment"
"$folder/venv/bin/python" -m pip install -q --disable-pip-version-check --no-input \
    -c packaging/constraints.txt "$(echo "$folder"/dist/*.whl)[$extras]"

cd "$folder"
mkdir home
export HOME=$folder/home TRAYRECALL_HOME=$folder/home/recall PATH=$folder/venv/bin:/usr/bin:/bin
unset PYTHONPATH VIRTUAL_ENV
for name in trayrecall trayrecall-gui; do
    test -x "venv/bin/$name" || { say "$name is missing"; exit 1; }
done
share=venv/share
test -f $share/icons/hicolor/scalable/apps/io.github.trayrecall.TrayRecall.svg
test -f $share/icons/hicolor/48x48/apps/io.github.trayrecall.TrayRecall.png
test -f $share/systemd/user/trayrecall.service
desktop-file-validate $share/applications/*.desktop
appstreamcli validate --no-net $share/metainfo/*.metainfo.xml
held=$("$folder/venv/bin/python" -m zipfile -l "$folder"/dist/*.whl)
for name in resources/hook/trayrecall_hook.py resources/translations/trayrecall_de.qm LICENSE-APACHE; do
    grep -q "$name" <<<"$held" || { say "the wheel lacks $name"; exit 1; }
done
! grep -E 'resources/pictures|[.]ts ' <<<"$held" || { say "the wheel holds what nobody opens"; exit 1; }
say "doctor"
QT_QPA_PLATFORM=offscreen RECALL_SECRETS_FILE=$folder/home/tokens.json trayrecall doctor
say "demo"
trayrecall demo "At what temperature do the greenhouse vents open?" | tee answer
grep -q "Greenhouse controller" answer
say "all well"
