import { expect, it } from 'vitest'
import { importRows, membersOf, pointsOf, readDate, readPoints } from './import-rows.ts'
import { tableOf } from './read-table.ts'

const TODAY = '2026-11-22'
const rowsOf = (...lines: string[]) =>
  importRows(
    tableOf(['Email,Name,Joined,Points', ...lines].join('\n')),
    { address: 0, name: 1, joined: 2, points: 3 },
    TODAY,
  )

it.each([
  ['2019-05-31', '2019-05-31'],
  ['2019-5-3', '2019-05-03'],
  ['2019/05/31', '2019-05-31'],
  ['2019-05-31T23:59:59Z', '2019-05-31'],
  ['2019-05-31 10:00', '2019-05-31'],
  ['31/05/2019', '2019-05-31'],
  ['31.05.2019', '2019-05-31'],
  ['3.5.2019', '2019-05-03'],
  ['31-05-2019 10:00', '2019-05-31'],
  ['03/04/2019', '2019-04-03'],
  ['1999-12-31', '1999-12-31'],
  ['1900-01-01', '1900-01-01'],
  ['28.8.11', '2011-08-28'],
  ['28/8/11', '2011-08-28'],
  ['31/05/19 10:00', '2019-05-31'],
  ['22.11.26', TODAY],
  ['23.11.26', '1926-11-23'],
  ['28.8.99', '1999-08-28'],
  ['29.2.00', '2000-02-29'],
  [TODAY, TODAY],
  ['29/02/2024', '2024-02-29'],
  ['', null],
  ['05/31/2019', undefined],
  ['31/02/2019', undefined],
  ['29/02/2023', undefined],
  ['1899-12-31', undefined],
  ['2026-11-23', undefined],
  ['31/02/19', undefined],
  ['31-05-19', undefined],
  ['1.13.2019', undefined],
  ['31 May 2019', undefined],
  ['2019-05-311', undefined],
  ['2019-00-10', undefined],
  ['43616', undefined],
  ['soon', undefined],
])('the date %s is %s', (text, date) => {
  expect(readDate(text, TODAY)).toBe(date)
})

it.each([
  ['0', 0],
  ['120', 120],
  ['1,200', 1200],
  ['1.815', 1815],
  ['1 250', 1250],
  ['1\u00a0250', 1250],
  ['1\u202f250', 1250],
  ['12.500', 12_500],
  ['1,000,000', 1_000_000],
  ['1.000.000', 1_000_000],
  ['120.0', 120],
  ['120.00', 120],
  ['', null],
  ['1000001', undefined],
  ['99999999999999999999', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1.000,000', undefined],
  ['0.500', undefined],
  ['1250.500', undefined],
  ['1.25', undefined],
  ['1  250', undefined],
  ['12,00', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['Infinity', undefined],
  ['many', undefined],
])('the points %s are %s', (text, points) => {
  expect(readPoints(text)).toBe(points)
})

it('a row is sent with what is known, or is told what is wrong with it', () => {
  const rows = rowsOf(
    'Ivy Reeds <ivy@carp.test>,ivy,31/05/2019,"1,200"',
    'finn@carp.test',
    'finn at carp,Finn',
    'mo@carp.test,Mo,31/02/2019,12',
    'jo@carp.test,Jo,,minus five',
    'IVY@carp.test,Ivy again',
    `long@carp.test,${'x'.repeat(51)}`,
  )
  expect(rows.map(({ row, problem }) => [row, problem])).toEqual([
    [2, undefined],
    [3, undefined],
    [4, 'wrong'],
    [5, 'wrong_joined'],
    [6, 'wrong_points'],
    [7, 'again'],
    [8, undefined],
  ])
  expect(membersOf(rows)).toEqual([
    { address: 'ivy@carp.test', name: 'ivy', joined: '2019-05-31', points: 1200 },
    { address: 'finn@carp.test', name: null, joined: null, points: null },
    { address: 'long@carp.test', name: null, joined: null, points: null },
  ])
  expect(pointsOf(membersOf(rows))).toBe(1200)
})

it.each([
  ['Groß, Uwe', 'Uwe Groß'],
  ['Reeds,Ivy', 'Ivy Reeds'],
  ['Ivy Reeds', 'Ivy Reeds'],
  ['Reeds, Ivy, Dr', 'Reeds, Ivy, Dr'],
  ['Reeds,', 'Reeds,'],
  [', Ivy', ', Ivy'],
])('the name %s is sent as %s', (written, name) => {
  expect(membersOf(rowsOf(`ivy@carp.test,"${written}"`)).map((member) => member.name)).toEqual([name])
})

it('a row that cannot be sent takes nothing from a later one with its address', () => {
  const rows = rowsOf('ivy@carp.test,,soon', 'ivy@carp.test,,2019-05-31')
  expect(rows.map(({ problem }) => problem)).toEqual(['wrong_joined', undefined])
})

it('a column that is not chosen says nothing', () => {
  const table = tableOf('Email,Points\nivy@carp.test,minus five')
  const columns = { address: 0, name: undefined, joined: undefined, points: undefined }
  expect(membersOf(importRows(table, columns, TODAY))).toEqual([
    { address: 'ivy@carp.test', name: null, joined: null, points: null },
  ])
})

it('five thousand rows are read in a moment', () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `member${at}@carp.test,Member ${at},31/05/2019,${at}`)
  const began = performance.now()
  expect(membersOf(rowsOf(...lines))).toHaveLength(5000)
  expect(performance.now() - began).toBeLessThan(2000)
})
