"""NKeys: Ed25519 keys in the form of NATS, made and used by OpenSSL's command."""

import base64
import os
import subprocess
import tempfile


def key_text(prefix, data):
    """Returns the form of NKeys: base 32 of a prefix, the bytes and CRC-16/XMODEM, the low byte first."""
    body = bytes(prefix) + data
    crc = 0
    for byte in body:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xffff
    return base64.b32encode(body + crc.to_bytes(2, "little")).decode().rstrip("=")


def private_key(raw):
    """Returns the 32 bytes of a key as OpenSSL reads it."""
    return bytes.fromhex("302e020100300506032b657004220420") + raw


def make_key():
    """Makes a user's key: the seed and the public key."""
    raw = os.urandom(32)
    user, kind = 20 << 3, 18 << 3
    return key_text((kind | user >> 5, (user & 31) << 3), raw), public_key(raw)


def public_key(raw):
    """Returns the public key of 32 secret bytes."""
    done = subprocess.run(
        ["openssl", "pkey", "-inform", "DER", "-pubout", "-outform", "DER"], input=private_key(raw), capture_output=True, check=True)
    return key_text((20 << 3,), done.stdout[-32:])


def sign(seed, text):
    """Returns the public key of a seed, and its signature of a text in base 64."""
    raw = base64.b32decode(seed + "=" * (-len(seed) % 8))[2:34]
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("key", private_key(raw)), ("text", text.encode())):
            with open(f"{folder}/{name}", "wb") as file:
                file.write(data)
        done = subprocess.run(
            ["openssl", "pkeyutl", "-sign", "-rawin", "-keyform", "DER", "-inkey", "key", "-in", "text"], cwd=folder,
            capture_output=True, check=True)
    return public_key(raw), base64.urlsafe_b64encode(done.stdout).decode().rstrip("=")
