import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'
import { follow } from '../../conformance/realtime-follow.ts'

const metricsToken = 'a-token-that-only-the-scraper-has'
let open: TestEngine
let off: TestEngine
beforeAll(async () => {
  open = await startEngine({ metricsToken })
  off = await startEngine()
})
afterAll(async () => {
  await open.close()
  await off.close()
})

const read = (engine: TestEngine, token?: string) =>
  fetch(`${engine.url}/metrics`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

it('are off without a token in the settings', async () => {
  for (const token of [undefined, metricsToken, 'undefined']) expect((await read(off, token)).status).toBe(404)
})

it('are refused without the token, also with the keys of the API', async () => {
  for (const token of [undefined, 'guess', open.publishableKey, open.secretKey]) {
    const reply = await read(open, token)
    expect(reply.status).toBe(401)
    expect(await reply.text()).toBe('Unauthorized\n')
  }
})

it('report requests, connections to the database, sockets and the event loop, and no personal data', async () => {
  const visitor = guest(open)
  const seen = await follow(visitor, [{ event: '*', schema: 'public', table: 'info_cards' }])
  await visitor.from('info_cards').select('id').eq('title', 'canary-words').throwOnError()
  await visitor.from('canary_table').select('id')
  const text = await (await read(open, metricsToken)).text()
  expect(text).toMatch(/^bankside_http_requests_total\{service="rest",route="rows",method="GET",status="200"\} \d+$/m)
  expect(text).toMatch(/^bankside_http_requests_total\{service="rest",route="rows",method="GET",status="404"\} 1$/m)
  expect(text).toMatch(/^bankside_database_connections\{lane="fast"\} 4$/m)
  expect(text).toMatch(/^bankside_database_waiting\{lane="owner"\} 0$/m)
  expect(text).toMatch(/^bankside_database_connections\{lane="live"\} 2$/m)
  expect(text).toMatch(/^bankside_realtime_open\{kind="sockets"\} 1$/m)
  expect(text).toMatch(/^bankside_realtime_open\{kind="channels"\} 1$/m)
  expect(text).toMatch(/^bankside_realtime_messages_total\{direction="out"\} [1-9]/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).not.toContain('canary')
  await visitor.removeChannel(seen.channel)
})
