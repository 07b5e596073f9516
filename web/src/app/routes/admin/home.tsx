import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { overviewQuery } from '../../../data/overview/console-overview-query.ts'
import { waitingQuery } from '../../../data/overview/console-waiting-query.ts'
import { WhatWaits } from '../../../features/console-home/waiting.tsx'
import { toDo } from '../../../features/console-home/waiting-text.ts'
import { UndeliveredMessages } from '../../../features/console-overview/components/undelivered.tsx'
import { Overview } from '../../../features/console-overview/overview.tsx'
import { SettingsForm } from '../../../features/console-settings/settings-form.tsx'

/** `/admin`: what waits, the club in figures, and the settings of the site. */
export function Component() {
  const { data: waiting, isPending } = useQuery(waitingQuery)
  // Drawn after what waits, whose height is not known before, and loaded beside it.
  usePrefetchQuery(overviewQuery)
  return (
    <ConsolePage title="Home" count={waiting && toDo(waiting)} counted="to do">
      <WhatWaits />
      {!isPending && (
        <>
          <Overview />
          <UndeliveredMessages />
          <h2>Site Settings</h2>
          <SettingsForm titleAs="h3" />
        </>
      )}
    </ConsolePage>
  )
}
