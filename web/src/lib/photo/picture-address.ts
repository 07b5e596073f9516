import { LIMITS } from '../../../../contract/src/limits.ts'
import { failureText } from '../failure-text.ts'
import { isWebLink } from '../web-link.ts'
import { objectPath } from './photo-url.ts'

/** Whether the site can show it: a file of the storage service or a path inside the app, but not another site's. */
export function isOwnPicture(address: string): boolean {
  return isWebLink(address) && (address.startsWith('/') || objectPath(address) !== undefined)
}

/** The address when the site can show it, otherwise null. */
export function ownPicture(address: string | null): string | null {
  return address && isOwnPicture(address) ? address : null
}

/** The error for a picture's address that is to be saved; undefined when it is valid. */
export function pictureFault(address: string | null): string | undefined {
  if (!address) return undefined
  if ([...address].length > LIMITS.imageUrl) return `Use ${LIMITS.imageUrl} characters at most`
  if (!isWebLink(address)) return failureText.invalidImageUrl
  return isOwnPicture(address) ? undefined : 'Fetch the picture first, or upload one'
}
