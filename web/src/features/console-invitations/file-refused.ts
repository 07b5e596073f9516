/** A file that cannot be imported; the message says why, as a sentence for the reader. */
export class FileRefused extends Error {
  override name = 'FileRefused'
}
