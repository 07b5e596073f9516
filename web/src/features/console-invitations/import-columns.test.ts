import { expect, it } from 'vitest'
import { columnsSchema, guessColumns } from './import-columns.ts'
import { tableOf } from './read-table.ts'

const guess = (header: string, row: string) => guessColumns(tableOf(`${header}\n${row}\n`))

it.each([
  ['Email,Name,Joined,Points', 'ivy@carp.test,Ivy,2019-05-31,3', ['0', '1', '2', '3']],
  ['Points balance,MEMBER SINCE,User name,E-mail address', '3,2019-05-31,Ivy,ivy@carp.test', ['3', '2', '1', '0']],
  ['userName;emailAddress;createdAt;totalPoints', 'Ivy;ivy@carp.test;2019-05-31;3', ['1', '0', '2', '3']],
  ['Full Name,Display Name,Email,Registration_Date', 'Ivy Reeds,ivy,ivy@carp.test,x', ['2', '1', '3', '']],
  ['Email sent,Contact', 'yes,ivy@carp.test', ['1', '', '', '']],
  ['First,Second', 'Ivy,ivy@carp.test', ['1', '', '', '']],
])('the columns of %s are found', (header, row, [address, name, joined, points]) => {
  expect(guess(header, row)).toEqual({ address, name, joined, points })
})

it('in a file without a header the addresses are found by what they are', () => {
  expect(guessColumns(tableOf('Ivy,ivy@carp.test\nfinn@carp.test,finn@carp.test\n'))).toEqual({
    address: '1',
    name: '',
    joined: '',
    points: '',
  })
})

it('the column of the addresses is needed, and each column has one meaning', () => {
  expect(columnsSchema.parse({ address: '2', name: '0', joined: '', points: '1' })).toEqual({
    address: 2,
    name: 0,
    joined: undefined,
    points: 1,
  })
  const wrong = (chosen: { address: string; name: string; joined: string; points: string }) =>
    columnsSchema.safeParse(chosen).error?.issues.map(({ path }) => path.join('.'))
  expect(wrong({ address: '', name: '', joined: '', points: '' })).toEqual(['address'])
  expect(wrong({ address: '0', name: '0', joined: '1', points: '1' })).toEqual(['name', 'points'])
})
