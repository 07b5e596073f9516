import { createHmac } from 'node:crypto'
import type { LimitStore } from './store/limit-store.ts'

/** A password that was given to an account whose address is not confirmed. */
interface GivenPassword {
  /** The account's. */
  id: string
  passwordHash: string
}

/** Represents the holder of the secret key: no browser has such a mark. */
export const BY_SECRET_KEY = 'by the secret key'

/**
 * Records in which browser a password was given. This proves nothing about the address; but if its link is opened in
 * the same browser, the person who reads the mail is the one who chose the password. The record is void as soon as the
 * account has another password, because its key contains the hash.
 * @param by the mark of the browser, or {@link BY_SECRET_KEY}.
 */
export async function noteSigner(
  store: Pick<LimitStore, 'rememberPlaces'>,
  account: GivenPassword,
  by: string | undefined,
  codeKey: string,
): Promise<void> {
  if (by !== undefined) await store.rememberPlaces([keyOf(account, by, codeKey)])
}

/** Whether an account keeps its password when this browser confirms its address. */
export async function isSigner(
  store: Pick<LimitStore, 'readLimits'>,
  account: GivenPassword,
  device: string | undefined,
  codeKey: string,
): Promise<boolean> {
  const marks = device === undefined ? [BY_SECRET_KEY] : [BY_SECRET_KEY, device]
  const { known } = await store.readLimits(
    [],
    marks.map((mark) => keyOf(account, mark, codeKey)),
  )
  return known.size > 0
}

/** A change of address that an account has asked for. */
interface AddressChange {
  /** The account's. */
  id: string
  newEmail: string
}

/**
 * Records in which browser a change of address was requested. If the link to the new address is opened in the same
 * browser, the person who reads that mail is the one who requested the change.
 * @param by the mark of the browser, or {@link BY_SECRET_KEY}.
 */
export async function noteRequester(
  store: Pick<LimitStore, 'rememberPlaces'>,
  change: AddressChange,
  by: string | undefined,
  codeKey: string,
): Promise<void> {
  if (by !== undefined) await store.rememberPlaces([changeKeyOf(change, by, codeKey)])
}

/** Whether an account keeps its password and sessions when this browser confirms its new address. */
export async function isRequester(
  store: Pick<LimitStore, 'readLimits'>,
  change: AddressChange,
  device: string | undefined,
  codeKey: string,
): Promise<boolean> {
  const marks = device === undefined ? [BY_SECRET_KEY] : [BY_SECRET_KEY, device]
  const { known } = await store.readLimits(
    [],
    marks.map((mark) => changeKeyOf(change, mark, codeKey)),
  )
  return known.size > 0
}

const changeKeyOf = ({ id, newEmail }: AddressChange, by: string, codeKey: string): string =>
  hashOf(['changes address', id, newEmail, by], codeKey)

function keyOf({ id, passwordHash }: GivenPassword, by: string, codeKey: string): string {
  return hashOf(['signed up', id, passwordHash, by], codeKey)
}

const hashOf = (parts: string[], codeKey: string): string =>
  createHmac('sha256', codeKey).update(JSON.stringify(parts)).digest('base64url')
