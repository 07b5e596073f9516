import { PhotoError } from './photo-error.ts'

/**
 * What a refusal of the storage service means for the member.
 * @param text body of the answer.
 */
export function uploadRefusal(status: number, text: string): PhotoError {
  const code = storageStatus(status, text)
  // 413 means that the account's space is full: the photo was shrunk before.
  // Its header was checked before sending, so a photo that the service cannot decode is damaged.
  const kind = code === 415 ? 'damaged' : code >= 500 ? 'network' : 'refused'
  return new PhotoError(kind, { cause: new Error(`storage answered ${status}: ${text.slice(0, 500)}`) }, code)
}

/** The real status of an answer: hosted storage sends most refusals as 400, and the status in the body. */
export function storageStatus(status: number, text: string): number {
  try {
    const told = Number((JSON.parse(text) as { statusCode?: unknown }).statusCode)
    return told >= 400 ? told : status
  } catch {
    return status
  }
}
