import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { StaticFile } from './static-files.ts'

const squeeze = promisify(brotliCompress)
const zip = promisify(gzip)

/** The brotli quality that takes a hundredth of the time of the best one. */
const QUICK = 5
/** Of libuv's four threads; files that are made while both compress are sent as they are. */
const QUICK_AT_ONCE = 2
/** Full compression pauses after each file for so many times as long as it took: the processor stays free for others. */
const REST = 3

interface Made {
  file: StaticFile
  /** Which encodings it gets. */
  original: StaticFile
  isFull: boolean
  /** The quick compression, while it runs. */
  quick?: Promise<void> | undefined
}

/** The file with a key, made from the original with another content; the original if it may not be made now. */
type MadeFiles = (
  key: string,
  original: StaticFile,
  change: (content: string) => string,
  mayMake?: () => boolean,
) => Promise<StaticFile>

/**
 * Files made while a request waits, from files of the build, in the encodings of the original. All compression runs on
 * other threads: each file is first compressed quickly, and then fully for later requests, one file at a time. While
 * half of the kept files wait for that, no further ones are made, so that invented addresses cannot occupy the engine.
 * Without a change the file is the original itself.
 * @param limit number of files that are kept; then the one that was not requested for longest goes.
 */
export function createMadeFiles(limit: number): MadeFiles {
  const kept = new Map<string, Made>()
  let quick = 0
  let isFinishing = false

  const unfinished = () => [...kept.values()].filter(({ isFull }) => !isFull)

  const keep = (key: string, made: Made) => {
    // Deleting first moves the key to the end.
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= limit && oldest !== undefined) kept.delete(oldest)
    kept.set(key, made)
  }

  async function compressQuickly(made: Made) {
    quick += 1
    try {
      made.file = await compressed(made, QUICK)
    } finally {
      quick -= 1
      made.quick = undefined
    }
  }

  /** Including those that are made in the meantime: otherwise they would stay uncompressed. */
  async function finish() {
    if (isFinishing) return
    isFinishing = true
    for (let [next] = unfinished(); next; [next] = unfinished()) {
      await next.quick
      const start = performance.now()
      next.file = await compressed(next, constants.BROTLI_MAX_QUALITY).catch(() => next.file)
      next.isFull = true
      await pause(REST * (performance.now() - start), undefined, { ref: false })
    }
    isFinishing = false
  }

  return async (key, original, change, mayMake = () => true) => {
    const known = kept.get(key)
    if (known) keep(key, known)
    else if (unfinished().length >= limit / 2 || !mayMake()) return original
    const made = known ?? start(key, original, change)
    await made.quick
    return made.file
  }

  function start(key: string, original: StaticFile, change: (content: string) => string): Made {
    const before = original.identity.toString('utf8')
    const content = change(before)
    // The build has compressed the original already.
    const isFull = content === before || !(original.br || original.gzip)
    const made: Made = { file: content === before ? original : withContent(original, content), original, isFull }
    keep(key, made)
    if (isFull) return made
    if (quick < QUICK_AT_ONCE) made.quick = compressQuickly(made).catch(() => {})
    void finish()
    return made
  }
}

function withContent({ type }: StaticFile, content: string): StaticFile {
  const identity = Buffer.from(content)
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { type, identity, etag, br: undefined, gzip: undefined }
}

/** The file in the encodings of the original. */
async function compressed({ file, original }: Made, quality: number): Promise<StaticFile> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return {
    ...file,
    br: original.br && (await squeeze(file.identity, { params })),
    gzip: original.gzip && (file.gzip ?? (await zip(file.identity))),
  }
}
