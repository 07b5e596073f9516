import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { OPTION_CARD } from '../../../components/ui/option-card.ts'
import { Pill } from '../../../components/ui/pill.tsx'
import type { SavedAddress } from '../../../data/addresses/addresses-query.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import * as styles from '../claim-form.module.css'
import type { ClaimValues } from '../claim-schema.ts'
import { AddressFields } from './address-fields.tsx'

export interface AddressChoiceProps {
  form: AppForm<ClaimValues>
  saved: UseQueryResult<SavedAddress[]>
  /** The saved addresses that can be chosen. */
  addresses: readonly SavedAddress[]
  /** Id of a saved address or `new`. */
  choice: string
}

/** A saved address, the default first, or a new one. A new one can be entered even if the list fails to load. */
export function AddressChoice({ form, saved, addresses, choice }: AddressChoiceProps) {
  const choose = (chosen: string) => form.change({ choice: chosen })
  return (
    <fieldset className="form-section">
      <legend className="heading-2">Shipping address</legend>
      {saved.isError && !saved.data && (
        <ErrorBanner action="loadSavedAddresses" error={saved.error} onRetry={() => saved.refetch()} />
      )}
      {saved.isPending && (
        <SkeletonGroup label="Loading saved addresses">
          <Skeleton height={72} />
        </SkeletonGroup>
      )}
      {addresses.length > 0 && (
        <div className={styles.addresses}>
          {addresses.map((row) => (
            <label key={row.id} className={OPTION_CARD}>
              <input
                type="radio"
                name="address"
                value={row.id}
                checked={choice === row.id}
                onChange={() => choose(row.id)}
              />
              <span className="grow">
                <span className="strong" dir="auto">
                  {row.full_name}
                </span>{' '}
                {row.is_default && (
                  <Pill dot={false} className={styles.byDefault}>
                    Default
                  </Pill>
                )}
                <br />
                <span className="small muted" dir="auto">
                  {inOneLine(row)}
                </span>
              </span>
            </label>
          ))}
          <label className={OPTION_CARD}>
            <input type="radio" name="address" value="new" checked={choice === 'new'} onChange={() => choose('new')} />
            <span className="strong">Enter a new address</span>
          </label>
        </div>
      )}
      {choice === 'new' && !saved.isPending && <AddressFields form={form} />}
    </fieldset>
  )
}

function inOneLine(row: SavedAddress): string {
  const town = `${row.city}, ${row.state} ${row.postal_code}`
  return [row.address_line1, row.address_line2, town, row.country].filter(Boolean).join(', ')
}
