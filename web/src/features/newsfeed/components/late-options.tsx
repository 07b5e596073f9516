import { lateOnly } from '../../../components/ui/late.tsx'

// Apart from `late-thread.tsx`, because comments, which that one loads, have the same menu.

/** The open menu of a post or comment; its code is loaded with that of threads. */
export const LateOptions = lateOnly(async () => ({ default: (await import('./options-list.tsx')).OptionsList }))

/** The form that reports a post or comment; its code is loaded when it is opened, because few ever report anything. */
export const LateReport = lateOnly(async () => ({ default: (await import('./report.tsx')).Report }))
