import { lateOnly } from '../../../components/ui/late.tsx'

// Apart from `late-thread.tsx`, because comments, which that one loads, are reported as well.

/** The form that reports a post or comment; its code is loaded when it is opened, because few ever report anything. */
export const LateReport = lateOnly(async () => ({ default: (await import('./report.tsx')).Report }))
