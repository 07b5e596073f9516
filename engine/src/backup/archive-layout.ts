const BLOCK = 512
/** Positions in a header of the entry's size, its type and the header's checksum, in bytes. */
const SIZE = { from: 124, to: 136 }
const TYPE = 156
const SUM = { from: 148, to: 156 }
// Six octal digits and a terminator, as tar-stream and GNU tar write it.
const SUM_TEXT = /^[0-7]{6}( \0|\0 )$/
const FILE = '0'
/** An entry before a file with a long name; it holds that name as `151 path=…` and a line end. */
const LONG_NAME = 'x'
const LINE_END = 0x0a

/**
 * Passes on the bytes of a tar file and checks those outside the entries' content, which no checksum of ours covers
 * and tar readers skip: headers to the last byte, zeros that fill an entry's last block, and after the last entry two
 * blocks of zeros and nothing but zeros.
 * @throws {Error} at the first byte that our own writer would not have written there.
 */
export async function* checkLayout(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const layout = new Layout()
  for await (const chunk of source) {
    layout.take(chunk)
    yield chunk
  }
  layout.end()
}

class Layout {
  readonly #header = Buffer.alloc(BLOCK)
  /** Bytes of the header received so far. */
  #filled = 0
  #type = FILE
  /** Bytes of content still to come. */
  #content = 0
  /** Zeros still to come after the content. */
  #padding = 0
  /** Zeros since the last entry; undefined before. */
  #trailer: number | undefined

  take(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#trailer !== undefined) {
        this.#trailer += zeros(chunk.subarray(at), 'after its last entry')
        return
      }
      if (this.#content > 0) {
        const skipped = Math.min(this.#content, chunk.length - at)
        this.#content -= skipped
        at += skipped
        // Readers cut off the line end without checking it.
        if (this.#content === 0 && this.#type === LONG_NAME && chunk[at - 1] !== LINE_END)
          throw new Error('a name is damaged')
      } else if (this.#padding > 0) {
        const filling = zeros(chunk.subarray(at, at + this.#padding), 'between its entries')
        this.#padding -= filling
        at += filling
      } else {
        const copied = chunk.copy(this.#header, this.#filled, at)
        this.#filled += copied
        at += copied
        if (this.#filled === BLOCK) this.#readHeader()
      }
    }
  }

  end(): void {
    if (this.#trailer === undefined || this.#trailer < 2 * BLOCK) throw new Error('it ends too early')
  }

  #readHeader(): void {
    this.#filled = 0
    if (this.#header.every((byte) => byte === 0)) {
      this.#trailer = BLOCK
      return
    }
    const sum = this.#header.toString('latin1', SUM.from, SUM.to)
    if (!SUM_TEXT.test(sum) || Number.parseInt(sum, 8) !== sumOf(this.#header)) throw new Error('a header is damaged')
    this.#type = String.fromCharCode(this.#header[TYPE] ?? 0)
    if (this.#type !== FILE && this.#type !== LONG_NAME) throw new Error('it holds more than files')
    this.#content = sizeIn(this.#header)
    this.#padding = (BLOCK - (this.#content % BLOCK)) % BLOCK
  }
}

/** The number of bytes given, all of which must be zero. */
function zeros(bytes: Buffer, where: string): number {
  if (bytes.some((byte) => byte !== 0)) throw new Error(`there are bytes other than zero ${where}`)
  return bytes.length
}

/** Sum of a header's bytes, with those of the sum itself counted as spaces. */
function sumOf(header: Buffer): number {
  let sum = 0
  for (const [place, byte] of header.entries()) sum += place >= SUM.from && place < SUM.to ? 0x20 : byte
  return sum
}

/** Octal digits; above 8 GiB a set highest bit and the number itself. */
function sizeIn(header: Buffer): number {
  if (header[SIZE.from] === 0x80) return Number(header.readBigUInt64BE(SIZE.to - 8))
  const size = Number.parseInt(header.toString('latin1', SIZE.from, SIZE.to), 8)
  if (!Number.isSafeInteger(size)) throw new Error('a header is damaged')
  return size
}
