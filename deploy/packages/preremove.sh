#!/bin/sh
# Stops the service before its files go, unless an upgrade replaces them: dpkg then says `upgrade`, rpm 1.
set -e
case "$1" in
  remove | 0)
    if [ -d /run/systemd/system ]; then systemctl disable --now bugle.service; fi
    ;;
esac
