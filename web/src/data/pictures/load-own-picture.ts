import { askOffers } from '../../config/offers.ts'
import { loadConfig } from '../../config/runtime-config.ts'
import { tokenOfMember } from '../../lib/member-token.ts'
import { NotAuthenticated } from '../../lib/not-authenticated.ts'
import { NoPicture } from '../../lib/picture-failure-text.ts'
import { supabase, tokenRefused } from '../../lib/supabase.ts'

/** What a member can have a picture of. */
export type PictureSubject = { kind: 'best' | 'record'; catchId: string } | { kind: 'level' }

// Several may wait for their turn.
const ANSWER_MS = 20_000

/**
 * A picture of the member's own, for them alone: it has no address for others.
 * @throws {NoPicture} when this site has no pictures, or this one is not there any more.
 * @throws {NotAuthenticated} when another member, or nobody, is signed in.
 */
export async function loadOwnPicture(userId: string, subject: PictureSubject): Promise<Blob> {
  const [offers, client, { url, publishableKey }] = await Promise.all([askOffers(), supabase(), loadConfig()])
  if (!offers.ownPictures) throw new NoPicture('Pictures are not available on this site.')
  const token = await tokenOfMember(client, userId)
  if (token === undefined) throw new NotAuthenticated('another member is signed in')
  const path = subject.kind === 'level' ? 'level' : `${subject.kind}/${subject.catchId}`
  const answer = await fetch(`${url}/share/own/${path}.jpg`, {
    headers: { authorization: `Bearer ${token}`, apikey: publishableKey },
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (answer.status === 401) {
    tokenRefused()
    throw new NotAuthenticated('the token was refused')
  }
  if (answer.status === 404) throw new NoPicture('It has changed, so there is no picture of it any more.')
  const picture = await answer.blob()
  // A server that only has files may answer any address with the app's page.
  if (!answer.ok || picture.type !== 'image/jpeg') throw new Error(`status ${answer.status}, ${picture.type}`)
  return picture
}
