import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { LIMITS, SHOWN_MS } from '../../../../contract/src/limits.ts'
import { StaleNotice } from '../../components/console/stale-notice.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../components/feedback/skeleton.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { TextInput } from '../../components/ui/text-input.tsx'
import { useSiteSettingsMutation } from '../../data/site/console-settings-mutation.ts'
import { type SiteSettings, siteSettingsQuery } from '../../data/site/console-settings-query.ts'
import { usePassingText } from '../../hooks/use-passing-text.ts'
import { useVersionedDraft } from '../../hooks/use-versioned-draft.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { currencyError } from './currency-check.ts'

/** The settings of the site: its currency symbol. */
export function SettingsForm() {
  const settings = useQuery(siteSettingsQuery())
  if (settings.isPending)
    return (
      <SkeletonGroup label="Loading site settings">
        <div className="card pad console-form">
          <Skeleton width={140} height={20} />
          <Skeleton height={44} />
        </div>
      </SkeletonGroup>
    )
  if (!settings.data)
    return <ErrorBanner action="loadSiteSettings" error={settings.error} onRetry={() => void settings.refetch()} />
  return <CurrencyForm settings={settings.data} />
}

const read = ({ currencySymbol }: SiteSettings) => ({ currencySymbol })

function CurrencyForm({ settings }: { settings: SiteSettings }) {
  const { draft, change, seen, dirty, stale, reload, take } = useVersionedDraft(settings, read)
  const save = useSiteSettingsMutation()
  const [done, showDone] = usePassingText(SHOWN_MS.success)
  const [checked, setChecked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const symbol = draft.currencySymbol.trim()
  const wrong = currencyError(draft.currencySymbol)
  const isStale = !save.isPending && (stale || save.error instanceof StaleError)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setChecked(true)
    if (wrong) return input.current?.focus()
    showDone(undefined)
    save.mutate(
      { seen, currencySymbol: symbol },
      {
        onSuccess: (row) => {
          take(row)
          setChecked(false)
          showDone('Settings updated successfully!')
        },
      },
    )
  }

  return (
    <form className="card pad console-form" onSubmit={submit} noValidate>
      {isStale ? (
        <StaleNotice
          onReload={() => {
            save.reset()
            reload()
          }}
        />
      ) : (
        save.isError && <ErrorBanner action="updateSiteSettings" error={save.error} onDismiss={save.reset} />
      )}
      {done && <Banner tone="success">{done}</Banner>}
      <Field
        id="currency-symbol"
        label="Currency symbol"
        hint={`Amounts read like ${symbol || '$'}25. The usual symbol is $.`}
        error={checked ? wrong : undefined}
        counter={{ length: [...symbol].length, max: LIMITS.currencySymbol }}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            className="currency-input"
            autoComplete="off"
            dir="auto"
            // The database counts characters, a browser the halves of some; the check tells of what is too long.
            maxLength={LIMITS.currencySymbol * 2}
            value={draft.currencySymbol}
            onChange={(event) => change({ currencySymbol: event.target.value })}
          />
        )}
      </Field>
      <Button type="submit" variant="tip" busy={save.isPending} disabled={!dirty && !save.isPending}>
        Save Settings
      </Button>
    </form>
  )
}
