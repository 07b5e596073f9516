import { expect, it } from 'vitest'
import { IMPORT_FILE } from './limits.ts'
import { readMembersFile, tableOf } from './read-table.ts'

const bytesOf = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))))

/** As UTF-16 with its byte order mark. */
function utf16(text: string, isLittle: boolean): Blob {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2))
  ;[0xfeff, ...[...text].map((char) => char.charCodeAt(0))].forEach((unit, at) => {
    view.setUint16(2 * at, unit, isLittle)
  })
  return new Blob([view.buffer])
}

const TEXT = 'Name,E-mail\nJörg,joerg@carp.test\n'

it.each<[string, Blob]>([
  ['UTF-8', bytesOf(TEXT)],
  ['UTF-8 with a byte order mark', bytesOf([0xef, 0xbb, 0xbf], TEXT)],
  ['UTF-16, little endian', utf16(TEXT, true)],
  ['UTF-16, big endian', utf16(TEXT, false)],
  ['Windows-1252', bytesOf('Name,E-mail\nJ', [0xf6], 'rg,joerg@carp.test\n')],
])('a file in %s is read', async (_, file) => {
  expect(await readMembersFile(file)).toEqual({
    headers: ['Name', 'E-mail'],
    rows: [{ row: 2, cells: ['Jörg', 'joerg@carp.test'] }],
  })
})

it.each([
  ['commas', 'Name,Email\n"Reeds, Ivy",ivy@carp.test'],
  ['semicolons', 'Name;Email\n"Reeds, Ivy";ivy@carp.test'],
  ['tabs', 'Name\tEmail\nReeds, Ivy\tivy@carp.test'],
  ['a separator that the file names', 'sep=;\r\nName;Email\r\n"Reeds, Ivy";ivy@carp.test\r\n'],
])('%s separate the values', (_, text) => {
  const { headers, rows } = tableOf(text)
  expect(headers).toEqual(['Name', 'Email'])
  expect(rows.map(({ cells }) => cells)).toEqual([['Reeds, Ivy', 'ivy@carp.test']])
})

it('rows are numbered as spreadsheets do, and empty ones are left out', () => {
  expect(tableOf('Email\n\nivy@carp.test\n , \n"mo\n@carp.test"\n').rows.map(({ row }) => row)).toEqual([3, 5])
  expect(tableOf('sep=,\nEmail\nivy@carp.test').rows.map(({ row }) => row)).toEqual([3])
})

it('a file without a header begins with a member, and its columns have numbers', () => {
  expect(tableOf('ivy@carp.test,Ivy\nfinn@carp.test,Finn,12')).toEqual({
    headers: ['Column 1', 'Column 2', 'Column 3'],
    rows: [
      { row: 1, cells: ['ivy@carp.test', 'Ivy'] },
      { row: 2, cells: ['finn@carp.test', 'Finn', '12'] },
    ],
  })
  expect(tableOf('Email,,Points\nivy@carp.test,x,1').headers).toEqual(['Email', 'Column 2', 'Points'])
})

it.each([
  ['a line', 'Members of the club;;\nName;Email;Points\nIvy;ivy@carp.test;3'],
  ['a line without separators', 'Members, of the club\nName;Email\nIvy;ivy@carp.test'],
  ['several lines', 'Members\n\nAs of;1.1.2026\nName;Email\nIvy;ivy@carp.test'],
])('%s above the header is left out, and the rows keep their numbers', (_, text) => {
  const { headers, rows } = tableOf(text)
  expect(headers.slice(0, 2)).toEqual(['Name', 'Email'])
  expect(rows.map(({ row, cells }) => [row, ...cells.slice(0, 2)])).toEqual([
    [text.split('\n').length, 'Ivy', 'ivy@carp.test'],
  ])
})

it('members without an address below the header stay', () => {
  const { headers, rows } = tableOf('Members;;\nName;Email;Points\nMo;;5\nIvy;ivy@carp.test;3')
  expect(headers).toEqual(['Name', 'Email', 'Points'])
  expect(rows.map(({ row }) => row)).toEqual([3, 4])
})

it('a single column has the header that it had', () => {
  expect(tableOf('Email\nnobody\nivy@carp.test')).toMatchObject({ headers: ['Email'], rows: [{ row: 2 }, { row: 3 }] })
})

it.each([
  ['nothing', '', 'The file has no rows.'],
  ['only a header', 'Name,Email\n', 'The file has no rows.'],
  ['no addresses', 'Name,Points\nIvy,3\n', 'The file has no email addresses.'],
  [
    'a quotation mark that is not closed',
    'Name,Email\n"Ivy,ivy@carp.test\nFinn,finn@carp.test\n',
    'The quotation marks in row 2 do not match. Correct the file, and choose it again.',
  ],
  ['too many rows', 'ivy@carp.test\n'.repeat(IMPORT_FILE.rows + 1), 'The file has 5,001 rows. Import 5,000 at a time.'],
])('a file with %s is refused with the reason', (_, text, reason) => {
  expect(() => tableOf(text)).toThrow(reason)
})

it('a workbook and a file that is too large are refused', async () => {
  await expect(readMembersFile(bytesOf('PK', [3, 4, 0, 0], 'ivy@carp.test'))).rejects.toThrow('This is not a CSV file.')
  await expect(readMembersFile(bytesOf('x'.repeat(IMPORT_FILE.bytes + 1)))).rejects.toThrow('larger than 1 MB')
})

it('thousands of columns and a huge cell are read in no time', () => {
  const began = performance.now()
  expect(tableOf(`${'x,'.repeat(200_000)}\nivy@carp.test\n`).headers).toHaveLength(IMPORT_FILE.columns)
  expect(tableOf(`Email,Notes\nivy@carp.test,"${'<'.repeat(900_000)}"\n`).rows).toHaveLength(1)
  expect(performance.now() - began).toBeLessThan(2000)
})
