import { pipeline, type Readable, Transform } from 'node:stream'

/**
 * Fails at the end when the store returned another number of bytes, as a proxy in front of it may: a part must not be
 * taken for the whole.
 * @param length in bytes; undefined if it is not known.
 */
export function whole(content: Readable, length: number | undefined): Readable {
  if (length === undefined) return content
  let got = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      got += chunk.length
      done(null, chunk)
    },
    flush(done) {
      done(got === length ? null : new Error(`the file store returned ${got} of ${length} bytes`))
    },
  })
  return pipeline(content, counting, () => {})
}
