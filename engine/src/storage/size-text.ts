import { storageErrors } from './errors.ts'

const SIZE = /^(\d{1,15}(?:\.\d{1,15})?)(gb|mb|kb|b)$/i
const UNITS: Readonly<Record<string, number>> = { gb: 1e9, mb: 1e6, kb: 1e3, b: 1 }

/**
 * The bytes of a size such as `20MB` or `1.5kb`, in decimal units.
 * @throws {StorageError} 400 for any other text.
 */
export function bytesOf(text: string): number {
  const [, value = '', unit = ''] = SIZE.exec(text) ?? []
  if (value === '') throw storageErrors.invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  // Three digits count, as upstream.
  return Math.round(Number(Number(value).toPrecision(3)) * (UNITS[unit.toLowerCase()] ?? 1))
}
