import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { SavedAddress } from '../../../data/addresses/addresses-query.ts'
import type { ClaimErrors } from '../check-claim.ts'
import type { AddressFields as Fields } from '../claim-draft.ts'
import { AddressFields } from './address-fields.tsx'

export interface AddressChoiceProps {
  id: string
  saved: UseQueryResult<SavedAddress[]>
  /** Those of the saved ones that may be chosen. */
  addresses: readonly SavedAddress[]
  /** Id of a saved address or `new`. */
  choice: string
  address: Fields
  errors: ClaimErrors
  onChoose: (choice: string) => void
  onChange: (change: Partial<Fields>) => void
}

/** One of the saved addresses, the default first, or a new one. A new one can be entered whatever happens to the list. */
export function AddressChoice({
  id,
  saved,
  addresses,
  choice,
  address,
  errors,
  onChoose,
  onChange,
}: AddressChoiceProps) {
  return (
    <fieldset className="form-sec">
      <legend className="h2">Shipping address</legend>
      {saved.isError && !saved.data && (
        <ErrorBanner action="loadSavedAddresses" error={saved.error} onRetry={() => saved.refetch()} />
      )}
      {saved.isPending && (
        <SkeletonGroup label="Loading saved addresses">
          <Skeleton height={72} />
        </SkeletonGroup>
      )}
      {addresses.length > 0 && (
        <div className="addr-list">
          {addresses.map((row) => (
            <label key={row.id} className="opt-card">
              <input
                type="radio"
                name="address"
                value={row.id}
                checked={choice === row.id}
                onChange={() => onChoose(row.id)}
              />
              <span className="grow">
                <span className="strong" dir="auto">
                  {row.full_name}
                </span>{' '}
                {row.is_default && (
                  <Pill dot={false} className="addr-default">
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
          <label className="opt-card">
            <input
              type="radio"
              name="address"
              value="new"
              checked={choice === 'new'}
              onChange={() => onChoose('new')}
            />
            <span className="strong">Enter a new address</span>
          </label>
        </div>
      )}
      {choice === 'new' && !saved.isPending && (
        <AddressFields id={id} address={address} errors={errors} onChange={onChange} />
      )}
    </fieldset>
  )
}

function inOneLine(row: SavedAddress): string {
  const town = `${row.city}, ${row.state} ${row.postal_code}`
  return [row.address_line1, row.address_line2, town, row.country].filter(Boolean).join(', ')
}
