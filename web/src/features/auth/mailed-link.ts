import { safeOrigin } from '../../lib/origin.ts'
import { parseUrl } from '../../lib/parse-url.ts'

/** The kinds of mailed links; the names are GoTrue's. */
export type MailedKind = 'recovery' | 'signup' | 'magiclink' | 'invite' | 'email_change'

/** The contents of a mailed link: only a press on the confirmation page uses its token. */
export interface MailedLink {
  kind: MailedKind
  token: string
  /** Path inside the app to open after the press. */
  to: string
}

interface LinkTexts {
  heading: string
  lead: string
  button: string
  busy: string
}

/** The texts of the confirmation page for each kind of link. */
export const LINK_TEXTS: Readonly<Record<MailedKind, LinkTexts>> = {
  recovery: {
    heading: 'Set a new password',
    lead: 'Press the button, then choose your new password.',
    button: 'Set a new password',
    busy: 'Opening...',
  },
  signup: {
    heading: 'Confirm your address',
    lead: 'Press the button to confirm your email address and sign in.',
    button: 'Confirm my address',
    busy: 'Confirming...',
  },
  magiclink: {
    heading: 'Sign in',
    lead: 'Press the button to sign in on this device.',
    button: 'Sign in',
    busy: 'Signing In...',
  },
  invite: {
    heading: 'You are invited',
    lead: 'Press the button to activate your account and sign in.',
    button: 'Accept the invitation',
    busy: 'Opening...',
  },
  email_change: {
    heading: 'Confirm your new address',
    lead: 'Both your old and your new address must be confirmed. Press the button to confirm this one.',
    button: 'Confirm',
    busy: 'Sending...',
  },
}

/** The kind named in an address or link, if it is a known one. */
export function mailedKind(name: string | null): MailedKind | undefined {
  return name !== null && Object.hasOwn(LINK_TEXTS, name) ? (name as MailedKind) : undefined
}

/**
 * Reads a mailed link from the address of the page: the fragment of our own mails, or the query with the names that
 * hosted Supabase's templates use.
 * @returns undefined when the address holds no token, `incomplete` when a part is missing.
 */
export function mailedLink({ hash, search }: { hash: string; search: string }): MailedLink | 'incomplete' | undefined {
  const params = new URLSearchParams(hash.length > 1 ? hash.slice(1) : search)
  const token = params.get('link') ?? params.get('token_hash')
  if (token === null) return undefined
  const kind = params.get('type') === 'email' ? 'magiclink' : mailedKind(params.get('type'))
  if (kind === undefined || token === '') return 'incomplete'
  return { kind, token, to: target(kind, params.get('redirect_to')) }
}

/** The path to open after a press or a code of this kind. */
export function target(kind: MailedKind, wanted: string | null): string {
  if (kind === 'recovery') return '/reset-password'
  const inside = wanted !== null && parseUrl(wanted) ? wanted.replace(window.location.origin, '') : wanted
  const path = safeOrigin(inside)
  return path === undefined || path === '/' ? '/profile' : path
}

/** The page that sets a password, after a confirmation that kept none; its state is the reason. */
export const NO_PASSWORD_YET = { to: '/reset-password', state: 'no-password-yet' } as const

/**
 * Whether another client on this site requested the link: it expects a code at the address that it named, and only it
 * can exchange that code.
 */
export function isForOtherClient({ token, to }: MailedLink): boolean {
  return token.startsWith('pkce_') && !/^\/(profile|reset-password)\/?$/.test(to)
}
