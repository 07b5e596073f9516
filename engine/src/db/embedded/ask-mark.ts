import { connect } from 'node:net'
import { codeOf } from '../../kernel/errors.ts'

const ANSWER_MS = 1000

export interface MarkHolder {
  /** `leaving` is one that hung up without a word, as a process does that is just ending. */
  state: 'candidate' | 'holder' | 'leaving'
  pid: string
  /** Name of its machine or container; empty when it did not say. */
  machine: string
}

/**
 * Asks the engine behind a socket file who it is.
 * @returns undefined when its process is gone. One that is stopped or too busy to answer counts as holding.
 * @throws the system's error when the file may not be opened.
 */
export function askMark(path: string): Promise<MarkHolder | undefined> {
  return new Promise((resolve, reject) => {
    let words = ''
    const socket = connect(path)
    const done = (silent: MarkHolder['state']) => {
      socket.destroy()
      const [state, pid = 'unknown', machine = ''] = words.trim().split(' ')
      resolve({ state: state === 'candidate' || state === 'holder' ? state : silent, pid, machine })
    }
    socket.once('connect', () => socket.setTimeout(ANSWER_MS, () => done('holder')))
    socket.on('data', (chunk) => {
      words += chunk
    })
    socket.once('end', () => done('leaving'))
    socket.once('error', (error) => {
      const code = codeOf(error)
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(undefined)
      else if (code === 'ECONNRESET' || code === 'EPIPE') done('leaving')
      // Its queue is full.
      else if (code === 'EAGAIN') done('holder')
      else reject(error)
    })
  })
}
