const begins = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)

/**
 * The text of a file: UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, else Windows-1252, in which older
 * spreadsheets save.
 * @returns undefined for what is no text, such as a workbook.
 */
export function fileText(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes)
  return text.includes('\0') ? undefined : text
}

function decoded(bytes: Uint8Array): string {
  if (begins(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (begins(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  if (begins(bytes, 0xef, 0xbb, 0xbf)) return new TextDecoder().decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
