/** A value as it is sent to PostgreSQL: text, or null. */
export type WireValue = string | null

const FIRST_SIZE = 16 * 1024

/**
 * Joins messages of the extended query protocol for one write.
 * https://www.postgresql.org/docs/17/protocol-message-formats.html
 */
export class WireWriter {
  private bytes = Buffer.allocUnsafe(FIRST_SIZE)
  private length = 0

  /** Prepares a statement; the next one with the empty name replaces the last. */
  parse(name: string, text: string): void {
    const at = this.begin(0x50)
    this.zeroTerminated(name)
    this.zeroTerminated(text)
    this.int16(0)
    this.end(at)
  }

  /** Binds values to a prepared statement in the unnamed portal. */
  bind(name: string, values: readonly WireValue[]): void {
    const at = this.begin(0x42)
    this.zeroTerminated('')
    this.zeroTerminated(name)
    this.int16(0)
    this.int16(values.length)
    for (const value of values) this.value(value)
    this.int16(0)
    this.end(at)
  }

  /** Asks for the columns of the unnamed portal. */
  describe(): void {
    const at = this.begin(0x44)
    this.room(1)
    this.length = this.bytes.writeUInt8(0x50, this.length)
    this.zeroTerminated('')
    this.end(at)
  }

  /** Runs the unnamed portal to its end. */
  execute(): void {
    const at = this.begin(0x45)
    this.zeroTerminated('')
    this.int32(0)
    this.end(at)
  }

  /** Closes a prepared statement; it is not an error if the statement does not exist. */
  close(name: string): void {
    const at = this.begin(0x43)
    this.room(1)
    this.length = this.bytes.writeUInt8(0x53, this.length)
    this.zeroTerminated(name)
    this.end(at)
  }

  /** Ends the implicit transaction of everything since the previous synchronisation. */
  sync(): void {
    this.end(this.begin(0x53))
  }

  /** The messages so far, in their own memory; the writer is empty afterwards. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length))
    this.length = 0
    if (this.bytes.length > 16 * FIRST_SIZE) this.bytes = Buffer.allocUnsafe(FIRST_SIZE)
    return taken
  }

  private begin(type: number): number {
    this.room(5)
    this.length = this.bytes.writeUInt8(type, this.length)
    const at = this.length
    this.length += 4
    return at
  }

  private end(at: number): void {
    this.bytes.writeInt32BE(this.length - at, at)
  }

  private int16(value: number): void {
    this.room(2)
    this.length = this.bytes.writeUInt16BE(value, this.length)
  }

  private int32(value: number): void {
    this.room(4)
    this.length = this.bytes.writeInt32BE(value, this.length)
  }

  private zeroTerminated(text: string): void {
    // The server would read what follows a zero byte as the next field of the message.
    if (text.includes('\0')) throw new TypeError('a statement cannot contain the character 0')
    this.room(3 * text.length + 1)
    this.length += this.bytes.write(text, this.length)
    this.length = this.bytes.writeUInt8(0, this.length)
  }

  private value(value: WireValue): void {
    if (value === null) this.int32(-1)
    else {
      this.room(4 + 3 * value.length)
      const size = this.bytes.write(value, this.length + 4)
      this.length = this.bytes.writeInt32BE(size, this.length) + size
    }
  }

  /** UTF-8 needs at most three bytes for one unit of UTF-16. */
  private room(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.length + more))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}
