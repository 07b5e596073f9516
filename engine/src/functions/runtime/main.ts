import { getHeapStatistics } from 'node:v8'
import { Script } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import WebSocket from 'ws'
import { type Calls, createCalls } from './calls.ts'
import { createConsole } from './console.ts'
import { createDeno, type Registration, registerExports } from './deno.ts'
import type { FromWorker, ToWorker, WorkerStart } from './protocol.ts'

// The program of a worker thread: it offers web globals and a little of Deno, hides what is Node's, runs one function's
// script and answers calls. This limits functions to what hosted Supabase offers, and isolates faults. It is not a
// sandbox against hostile code, which can break out of any isolation within one process.

/**
 * Node's own names, which no function may rely on: they are parameters without a value around its script. Node's `fetch`
 * needs most of them as globals; `process` is removed altogether, because packages look there for Node. `require` and
 * `module` do not exist in a script.
 */
const HIDDEN = ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate']

if (!parentPort) throw new Error('this program runs in a worker thread')
const port = parentPort
const { name, code, env } = workerData as WorkerStart
const send = (message: FromWorker) => port.postMessage(message)
const registration: Registration = { handler: undefined }
let background = 0
let calls: Calls | undefined

const scope = globalThis as Record<string, unknown> & { [key: symbol]: unknown }
const events = new EventTarget()
Object.assign(scope, {
  self: globalThis,
  Deno: createDeno(env, registration),
  EdgeRuntime: {
    /** Keeps the thread alive until the promise is settled, also after the answer. */
    waitUntil(promise: Promise<unknown>) {
      background += 1
      const end = () => {
        background -= 1
      }
      void Promise.resolve(promise).finally(end)
      return promise
    },
  },
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
})
// Node 20 does not provide it.
scope.WebSocket ??= WebSocket
Object.assign(
  console,
  createConsole((level, message) => send({ type: 'log', level, message })),
)
scope[Symbol.for('function.exports')] = (exported: { default?: unknown }) => registerExports(exported, registration)
Reflect.deleteProperty(scope, 'process')

port.on('message', (message: ToWorker) => {
  if (message.type === 'call') void calls?.begin(message)
  else if (message.type === 'abort') calls?.abort(message.id)
  else if (message.type === 'pull') void calls?.pull(message.id)
  else if (message.type === 'unload') events.dispatchEvent(new Event('beforeunload'))
  else send({ type: 'pong', external: getHeapStatistics().external_memory, background })
})

// A script cannot import anything, even at run time. Inside an async function it can use `await` at its top level.
const script = new Script(`(async (${HIDDEN.join(', ')}) => {\n${code}\n})()`, {
  filename: `functions/${name}.js`,
  lineOffset: -1,
})
await (script.runInThisContext() as Promise<void>)
Reflect.deleteProperty(scope, Symbol.for('function.exports'))
if (!registration.handler)
  throw new Error('The function registers no handler: call Deno.serve, or export default { fetch }')
calls = createCalls(registration.handler, send)
send({ type: 'ready' })
