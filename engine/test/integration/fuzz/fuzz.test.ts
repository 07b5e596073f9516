import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'
import { authInput, bytesInput, frameInput, type Keys, restInput, storageInput } from './inputs.ts'
import { type Answer, hangUp, type Input, send, sendBytes } from './send.ts'

vi.setConfig({ testTimeout: 3_600_000 })

/** `FUZZ_INPUTS` inputs in all (a million by hand); a failure prints the seed that `FUZZ_SEED` repeats. */
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 50_000)
const SEED = process.env.FUZZ_SEED ? { seed: Number(process.env.FUZZ_SEED) } : {}
const PARALLEL = 20

// Text that an answer must never contain: paths of the program, its statements, its internal errors.
const INTERNAL =
  /node_modules|\.[cm]?[jt]s:\d+|\n\s+at |json_agg|set_config\(|\/tmp\/|pg_catalog\.|ECONN|TypeError|RangeError/

let engine: TestEngine
let keys: Keys

beforeAll(async () => {
  engine = await startEngine()
  const member = await signUp(engine)
  const { data } = await member.auth.getSession()
  keys = { publishable: engine.publishableKey, member: data.session?.access_token ?? '', memberId: member.user.id }
})
afterAll(async () => {
  hangUp()
  await engine.close()
})

function expectSound({ status, text }: Answer, input: unknown): void {
  if (status >= 500 && status !== 503 && status !== 504)
    throw new Error(`answered ${status} ${text.slice(0, 300)} to ${JSON.stringify(input).slice(0, 2000)}`)
  const said = INTERNAL.exec(text)?.[0]
  if (said !== undefined && !JSON.stringify(input).includes(said))
    throw new Error(`said "${said}" (${text.slice(0, 300)}) to ${JSON.stringify(input).slice(0, 2000)}`)
}

/** Runs a share of all inputs concurrently; afterwards the engine still answers. */
async function fuzz<T>(share: number, input: fc.Arbitrary<T>, attack: (input: T) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(fc.array(input, { minLength: PARALLEL, maxLength: PARALLEL }), async (inputs) => {
    await Promise.all(inputs.map(attack))
  })
  await fc.assert(property, {
    ...SEED,
    numRuns: Math.ceil((INPUTS * share) / PARALLEL),
    endOnFailure: true,
    includeErrorInReport: true,
  })
  expect((await fetch(`${engine.url}/readyz`)).status).toBe(200)
}

const overHttp = async (input: Input) => expectSound(await send(engine.url, input), input)

it('tables and functions answer any request without failing or revealing internals', async () => {
  await fuzz(0.45, restInput(keys), overHttp)
})

it('so does Auth', async () => {
  await fuzz(0.15, authInput(keys), overHttp)
})

it('so does Storage', async () => {
  await fuzz(0.15, storageInput(keys), overHttp)
})

it('so do sockets', async () => {
  // Ten inputs per socket.
  await fuzz(0.02, fc.array(frameInput, { minLength: 10, maxLength: 10 }), async (frames) => {
    const socket = new WebSocket(
      `${engine.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${keys.publishable}&vsn=2.0.0`,
    )
    const texts: string[] = []
    const closed = new Promise<void>((resolve) => {
      socket.on('close', () => resolve())
      socket.on('error', () => resolve())
    })
    socket.on('message', (data) => texts.push(String(data)))
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame)
      socket.close(1000)
    })
    await closed
    for (const text of texts) expectSound({ status: 200, text }, frames)
  })
})

it('so does a bare connection', async () => {
  await fuzz(0.05, bytesInput, async (bytes) => {
    const answer = await sendBytes(engine.url, bytes)
    expectSound(answer, Buffer.from(bytes).toString('latin1'))
  })
})
