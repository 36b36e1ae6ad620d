"""The one order of names, written again for readers in Python.

Letters decide first, each followed by its forms with accents; then case,
small letters first; then bytes. Digits count by their value.
"""

import unicodedata

BASES = {
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i",
    "ł": "l", "ŋ": "n", "þ": "th", "ŧ": "t",
}  # fmt: skip


def name_order(name: str) -> bytes:
    """What names are compared by."""
    key = bytearray()
    digits = ""
    accented = False

    def end_number() -> None:
        nonlocal digits
        if digits:
            value = digits.lstrip("0")
            key.extend(bytes([0x30, 0x20 + min(len(value), 0xD0)]))
            key.extend(value.encode())
            digits = ""

    folded = "".join(
        letter.lower().upper().lower() if ord(letter) > 0x7F else letter.lower()
        for letter in name
    )
    for letter in unicodedata.normalize("NFD", folded):
        if unicodedata.combining(letter):
            end_number()
            if not accented:
                key.append(0xFF)
            accented = True
            key.extend(letter.encode())
            continue
        if accented:
            key.append(1)
        accented = False
        if unicodedata.decimal(letter, None) is not None:
            digits += str(unicodedata.decimal(letter))
            continue
        end_number()
        if letter in BASES:
            key.extend(BASES[letter].encode() + b"\xff" + letter.encode())
            key.append(1)
        else:
            key.extend(max(letter, " ").encode())
    end_number()
    if accented:
        key.append(1)
    case = bytes(
        3 if letter.lower() != letter else 2
        for letter in unicodedata.normalize("NFD", name)
        if not unicodedata.combining(letter)
    )
    last = case.rfind(b"\x03") + 1
    plain = name.encode().replace(b"\0", b"")
    return (bytes(key) + b"\x01" + case[:last] + b"\x01" + plain)[:480]
