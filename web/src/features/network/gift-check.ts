import { GIFT_POINTS, LIMITS } from '../../../../contract/src/limits.ts'

export interface GiftErrors {
  points?: string
  message?: string
}

const plain = (typed: string) => typed.replace(/[,\s]/g, '')

/** The amount that was typed, thousands separators ignored; NaN for anything but a whole number in digits. */
export const giftAmount = (typed: string) => (/^\d{1,9}$/.test(plain(typed)) ? Number(plain(typed)) : Number.NaN)

/** Characters as the database counts them: an emoji is one. */
export const messageLength = (message: string) => Array.from(message).length

/** What is wrong with a gift; empty when it can be sent. `balance` is undefined until it is known. */
export function giftErrors(typed: string, message: string, balance: number | undefined): GiftErrors {
  const errors: GiftErrors = {}
  const points = giftAmount(typed)
  if (!(points >= GIFT_POINTS.min && points <= GIFT_POINTS.max))
    errors.points = `Please enter a valid amount between ${GIFT_POINTS.min} and ${GIFT_POINTS.max} points`
  else if (balance !== undefined && points > balance) errors.points = `You have ${Math.max(balance, 0)} points to give.`
  if (messageLength(message.trim()) > LIMITS.giftMessage)
    errors.message = `A message has at most ${LIMITS.giftMessage} characters.`
  return errors
}
