import { failureText } from '../failure-text.ts'
import { supabase } from '../supabase.ts'
import { PhotoError } from './photo-error.ts'

const NOT_THERE = 'No picture could be fetched from this address. Save the picture on your device and upload it.'

// By error code. Codes of the storage service begin with a capital letter.
const MESSAGES: Record<string, string | undefined> = {
  invalid_address: failureText.invalidImageUrl,
  address_not_public: NOT_THERE,
  address_unreachable: NOT_THERE,
  address_too_slow: 'The picture took too long to load. Save it on your device and upload it.',
  InvalidMimeType: new PhotoError('type').message,
  EntityTooLarge: new PhotoError('size').message,
  SlowDown: 'Too many pictures in a short time. Try again later.',
}

/**
 * Has the service fetch a picture from another site into the club's own bucket.
 * @returns its public address.
 * @throws {Error} whose message is the text for the admin.
 */
export async function fetchPhoto(address: string): Promise<string> {
  const client = await supabase()
  const { data, error, response } = await client.functions.invoke('fetch-picture', { body: { url: address } })
  if (!error && typeof data?.url === 'string') return data.url
  const refusal: { code?: string } = (await response?.json().catch(() => undefined)) ?? {}
  throw new Error(MESSAGES[refusal.code ?? ''] ?? failureText.uploadImage, { cause: error })
}
