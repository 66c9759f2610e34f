#!/bin/sh
# A private authority, and a certificate of it for each service: `certificates.sh <folder> <host>…`.
# `<host>:<user id>` gives its key to that user alone.
# <folder>/authority/ca.pem is what clients trust. <folder>/<host> holds that host's key, certificate and authority.
# Made once: where there is an authority, nothing is done. Its key is kept nowhere, so that it signs nothing more.
set -eu
umask 022
folder=$1
shift
authority="$folder/authority"
if [ -f "$authority/ca.pem" ]; then exit 0; fi

key=$(mktemp)
made=$(mktemp -d)
trap 'rm -rf "$key" "$made"' EXIT
days=3650
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$key" -out "$made/ca.pem" -days "$days" \
  -subj '/CN=Carnet services' -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign'

for service in "$@"; do
  host=${service%%:*}
  own="$folder/$host"
  mkdir -p "$own"
  # EventStoreDB wants this name of its nodes, and that they may be clients of one another.
  openssl req -new -newkey rsa:2048 -nodes -keyout "$made/key.pem" -out "$made/request.pem" -subj '/CN=eventstoredb-node'
  {
    echo "subjectAltName=DNS:$host,DNS:localhost,IP:127.0.0.1"
    echo 'extendedKeyUsage=serverAuth,clientAuth'
    echo 'basicConstraints=CA:FALSE'
  } >"$made/extensions"
  openssl x509 -req -in "$made/request.pem" -CA "$made/ca.pem" -CAkey "$key" -CAcreateserial -days "$days" \
    -extfile "$made/extensions" -out "$own/certificate.pem"
  cp "$made/key.pem" "$own/key.pem"
  cat "$own/certificate.pem" "$own/key.pem" >"$own/both.pem"
  cp "$made/ca.pem" "$own/ca.pem"
  # Each service runs as a user of its own, and alone has this folder.
  chmod 444 "$own"/*.pem
  case $service in
    *:*)
      rm "$own/both.pem"
      chown "${service#*:}" "$own/key.pem"
      chmod 400 "$own/key.pem"
      ;;
  esac
done

# Last: a run that was cut off before this starts over.
mkdir -p "$authority"
cp "$made/ca.pem" "$authority/ca.pem"
chmod 444 "$authority/ca.pem"
