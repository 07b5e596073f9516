export type MailKind = 'recovery' | 'signup' | 'magiclink' | 'invite' | 'email_change' | 'reauthentication'

export interface MailContent {
  /** Absent where only a code is asked for. */
  link?: string
  /** Six digits that do what the link does. */
  code: string
}

/** Subject and text of each mail. */
export function mailText(kind: MailKind, { link, code }: MailContent): { subject: string; text: string } {
  const { subject, why, open, otherwise } = TEXTS[kind]
  const type = `Where you are asked for a code, it is ${code} for the next ten minutes.`
  const way = link === undefined || open === undefined ? [] : [open, link, '']
  return { subject, text: [why, '', ...way, type, '', otherwise, ''].join('\n') }
}

const TEXTS: Record<MailKind, { subject: string; why: string; open?: string; otherwise: string }> = {
  recovery: {
    subject: 'Set a new Bankside password',
    why: 'Someone, hopefully you, asked to set a new password for your Bankside account.',
    open: 'Open this link within one hour to choose one. It works once:',
    otherwise: 'If it was not you, ignore this mail: your password stays as it is.',
  },
  signup: {
    subject: 'Confirm your Bankside account',
    why: 'Someone, hopefully you, opened a Bankside account with this address.',
    open: 'Open this link within one day to confirm it. It works once:',
    otherwise: 'If it was not you, ignore this mail: without the link nobody can use the account.',
  },
  magiclink: {
    subject: 'Sign in to Bankside',
    why: 'Someone, hopefully you, asked to sign in to Bankside with this address.',
    open: 'Open this link within one hour. It works once:',
    otherwise: 'If it was not you, ignore this mail and give the code to nobody.',
  },
  invite: {
    subject: 'You are invited to Bankside',
    why: 'You are invited to open a Bankside account with this address.',
    open: 'Open this link within one day to accept. It works once:',
    otherwise: 'If you do not want an account, ignore this mail.',
  },
  reauthentication: {
    subject: 'Your Bankside code',
    why: 'Someone, hopefully you, is about to set a password for your Bankside account.',
    otherwise: 'If it was not you, give the code to nobody and sign out everywhere.',
  },
  email_change: {
    subject: 'Confirm your new Bankside address',
    why: 'Someone, hopefully you, asked to change the e-mail address of a Bankside account.',
    open: 'Both the old and the new address have to agree. Open this link within one day. It works once:',
    otherwise: 'If it was not you, ignore this mail and set a new password: the address stays as it is.',
  },
}
