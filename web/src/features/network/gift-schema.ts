import * as z from 'zod/mini'
import { GIFT_POINTS, LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'

const plain = (typed: string) => typed.replace(/[,\s]/g, '')

/** The typed amount without thousands separators; NaN for anything but a whole number in digits. */
const amountOf = (typed: string) => (/^\d{1,9}$/.test(plain(typed)) ? Number(plain(typed)) : Number.NaN)

/** @param balance the giver's points; undefined until they are known. */
export const giftSchema = (balance: number | undefined) =>
  z.object({
    points: z.pipe(
      z.string().check(
        z.refine((typed) => amountOf(typed) >= GIFT_POINTS.min && amountOf(typed) <= GIFT_POINTS.max, {
          error: `Please enter a valid amount between ${GIFT_POINTS.min} and ${GIFT_POINTS.max} points`,
        }),
        z.refine((typed) => balance === undefined || !(amountOf(typed) > balance), {
          error: `You have ${Math.max(balance ?? 0, 0)} points to give.`,
        }),
      ),
      z.transform(amountOf),
    ),
    message: text(LIMITS.giftMessage, { long: `A message has at most ${LIMITS.giftMessage} characters.` }),
  })
