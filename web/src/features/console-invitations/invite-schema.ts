import * as z from 'zod/mini'
import { INVITED_AT_ONCE } from '../../../../contract/src/limits.ts'
import { formatPoints } from '../../lib/format.ts'
import { readAddresses } from './addresses.ts'

const has = (list: string) => readAddresses(list).addresses.length

/** The addresses that are invited, and what was typed beside them and is none. */
export const inviteSchema = z.pipe(
  z.object({
    addresses: z.string().check(
      z.refine((list) => has(list) > 0, 'Enter an email address'),
      z.refine((list) => has(list) <= INVITED_AT_ONCE, {
        error: ({ input }) =>
          `These are ${formatPoints(has(String(input)))} addresses. Invite ${INVITED_AT_ONCE} at a time.`,
      }),
    ),
  }),
  z.transform(({ addresses }) => readAddresses(addresses)),
)
