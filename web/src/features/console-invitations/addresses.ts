/** The longest address that mail knows. */
const LONGEST = 254

/** What a list of addresses says, read as people write and paste it. */
export interface ReadAddresses {
  /** Each once, in the order of the list. */
  addresses: string[]
  /** What is no address, as it was written. */
  wrong: string[]
}

/**
 * Reads addresses that are separated by line ends, commas, semicolons or spaces, also with names as mail programmes copy
 * them: `Ivy Reeds <ivy@example.com>`, `"Reeds, Ivy" <ivy@example.com>`, `Reeds, Ivy <ivy@example.com>`.
 */
export function readAddresses(list: string): ReadAddresses {
  const addresses = new Map<string, string>()
  const wrong = new Set<string>()
  for (const entry of entriesOf(list)) {
    const address = addressIn(entry)
    if (!isAddress(address)) wrong.add(entry)
    // The same mailbox whatever the case; the database compares more closely.
    else if (!addresses.has(address.toLowerCase())) addresses.set(address.toLowerCase(), address)
  }
  return { addresses: [...addresses.values()], wrong: [...wrong] }
}

/** With a name before it. */
const LONGEST_CELL = 400

/** The address in the cell of a table, which may also be `Ivy Reeds <ivy@example.com>`; undefined for none and for several. */
export function oneAddress(cell: string): string | undefined {
  if (cell.length > LONGEST_CELL) return undefined
  const { addresses, wrong } = readAddresses(cell)
  return wrong.length === 0 && addresses.length === 1 ? addresses[0] : undefined
}

const entriesOf = (list: string): string[] =>
  list
    .split(/[\r\n]/)
    .flatMap((line) => split(line, ';\t'))
    .flatMap((part) => withNames(split(part, ',')))
    .flatMap(words)

/** The parts between separators; those within quotation marks separate nothing, unless a mark is missing. */
function split(text: string, separators: string): string[] {
  const isPaired = text.split('"').length % 2 === 1
  const parts = ['']
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = isPaired && !isQuoted
    if (separators.includes(char) && !isQuoted) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** `Reeds, Ivy <ivy@example.com>` is one entry: a part without an address belongs to the name after it. */
const withNames = (parts: string[]): string[] =>
  parts.filter((part, at) => part.includes('@') || !/^[^@]*<.*@/.test(parts[at + 1] ?? ''))

/** Several addresses with spaces between them; anything else is one entry. */
function words(entry: string): string[] {
  const all = entry.split(/\s+/)
  return !entry.includes('<') && all.every((word) => word.includes('@')) ? all : [entry]
}

/** The part in angle brackets if there are any, without marks that programmes add. */
const addressIn = (entry: string): string =>
  (/<([^<>]*)>/.exec(entry)?.[1] ?? entry)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^["']+|["']+$/g, '')

const isAddress = (text: string): boolean =>
  text.length <= LONGEST && /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/.test(text)
