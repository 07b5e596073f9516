import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a claim or its address, for the winner; undefined for any other failure. */
export const claimRefusal = refusalIn({
  CL001: 'This prize has already been claimed.',
  CL002: 'Claim deadline has expired',
  CL003: 'You must accept the terms and conditions',
  CL004: 'A shipping method is required.',
  CL005: 'A shipping address is required.',
  AD001: 'You have already saved 20 addresses, which is the limit. Choose one of them.',
})
