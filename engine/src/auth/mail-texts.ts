export type MailKind =
  | 'recovery'
  | 'signup'
  | 'magiclink'
  | 'invite'
  | 'email_change'
  | 'reauthentication'
  | 'known_address'
  | 'second_sign_up'
  | 'second_step_added'
  | 'second_step_removed'

export interface MailContent {
  /** Absent if only a code is mailed. */
  link?: string
  /** Six digits that have the same effect as the link; absent if there is nothing to confirm. */
  code?: string
  /** For a change of address: from which to which; the first is empty for an anonymous account. */
  change?: readonly [from: string, to: string]
}

/**
 * Subject and text of each mail.
 * @param club the name of the club.
 */
export function mailText(
  kind: MailKind,
  { link, code, change }: MailContent,
  club: string,
): { subject: string; text: string } {
  const { subject, why: reason, open, otherwise } = textsOf(club)[kind]
  const why = change ? changeText(club, ...change) : reason
  const button = link === undefined || open === undefined ? [] : [open, link, '']
  const typed =
    code === undefined ? [] : [`If you are asked for a code, enter ${code}. It is valid for ten minutes.`, '']
  return { subject, text: ['Hello,', '', why, '', ...button, ...typed, otherwise, '', club, ''].join('\n') }
}

const changeText = (club: string, from: string, to: string): string =>
  from === ''
    ? `We received a request to give an account at ${club} the email address ${to}.`
    : `We received a request to change the email address of the ${club} account ${from} to ${to}.`

interface MailText {
  subject: string
  why: string
  open?: string
  otherwise: string
}

const textsOf = (club: string): Record<MailKind, MailText> => ({
  recovery: {
    subject: `Set a new ${club} password`,
    why: `We received a request to set a new password for your ${club} account.`,
    open: 'To choose one, open this link within one hour and press the button, which works once:',
    otherwise: 'If you did not ask for this, you can ignore this email. Your password will not change.',
  },
  signup: {
    subject: `Confirm your ${club} account`,
    why: `We received a sign-up to ${club} with this email address.`,
    open: 'To confirm the address, open this link within one day and press the button, which works once:',
    otherwise:
      'If you open the link in a different browser from the one you signed up in, please choose your password again. ' +
      'If you have several of these emails, use the newest one. ' +
      'If you did not sign up, you can ignore this email: no one can use the account without the link.',
  },
  second_sign_up: {
    subject: `Confirm your ${club} account`,
    why:
      `We received more than one sign-up to ${club} with this email address. ` +
      'The account has no password yet, so please choose one now.',
    open: 'To do so, open this link within one hour and press the button, which works once:',
    otherwise:
      'Links in earlier emails no longer work. ' +
      'If you did not sign up, you can ignore this email: no one can use the account without the link.',
  },
  magiclink: {
    subject: `Sign in to ${club}`,
    why: `We received a request to sign in to ${club} with this email address.`,
    open: 'To sign in, open this link within one hour and press the button, which works once:',
    otherwise: 'If you did not ask for this, you can ignore this email. Do not give the code to anyone.',
  },
  invite: {
    subject: `You are invited to ${club}`,
    why: `You are invited to join ${club} with this email address.`,
    open: 'To accept, open this link within one day and press the button, which works once:',
    otherwise: 'If you do not want an account, you can ignore this email.',
  },
  reauthentication: {
    subject: `Your ${club} code`,
    why: `We received a request to set a password for your ${club} account.`,
    otherwise: 'If you did not ask for this, do not give the code to anyone, and sign out on all devices.',
  },
  known_address: {
    subject: `You already have an account at ${club}`,
    why: `Someone, probably you, entered this email address for an account at ${club}. You already have one.`,
    open: 'You can sign in here, or set a new password if you have forgotten yours:',
    otherwise: 'If this was not you, you can ignore this email. We have not told anyone that you have an account.',
  },
  second_step_added: {
    subject: `Two-step sign-in was added to your ${club} account`,
    why:
      `An authenticator app was added to your ${club} account. From now on, its codes are needed to change the password ` +
      'or the email address.',
    open:
      'If it was not you, someone else has used your account. Open this page within three days and set a new password by ' +
      'email. This removes the authenticator app and signs out all other devices:',
    otherwise:
      'After three days, only the people who run the club can remove it. If it was you, there is nothing to do.',
  },
  second_step_removed: {
    subject: `An authenticator app was removed from your ${club} account`,
    why: `An authenticator app was removed from your ${club} account. Its codes are no longer asked for.`,
    open:
      'If it was not you, someone else has used your account. Open this page and set a new password by email. This signs ' +
      'out all other devices:',
    otherwise: 'If it was you, or you asked the people who run the club for it, there is nothing to do.',
  },
  email_change: {
    subject: `Confirm your new ${club} address`,
    why: `We received a request to change the email address of an account at ${club}.`,
    open:
      'The change must be confirmed from both the old and the new address. ' +
      'To do so, open this link within one day and press the button, which works once:',
    otherwise:
      'If you open the link to the new address in a different browser from the one you asked in, confirm the old address ' +
      'first. You will then be asked to choose your password again. ' +
      'If you did not ask for this, ignore this email and do not press the button: the address will not change. ' +
      'If the account is yours, please set a new password.',
  },
})
