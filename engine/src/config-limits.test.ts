import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('takes 16,384 sockets and 100 of one address, unless it is set otherwise', () => {
  expect(readConfig({})).toMatchObject({ maxSockets: 16_384, maxSocketsPerAddress: 100 })
  expect(readConfig({ MAX_SOCKETS: '50', MAX_SOCKETS_PER_ADDRESS: '5' })).toMatchObject({
    maxSockets: 50,
    maxSocketsPerAddress: 5,
  })
  for (const name of ['MAX_SOCKETS', 'MAX_SOCKETS_PER_ADDRESS'])
    for (const value of ['0', '-1', 'many']) expect(() => readConfig({ [name]: value })).toThrow(name)
})
