import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Printer from 'lucide-react/icons/printer'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Spinner } from '../../../components/feedback/spinner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import type { ClaimsSearch } from '../../../data/claims/claims-search.ts'
import type { PrizeClaim } from '../../../data/claims/console-claim.ts'
import { packingQuery } from '../../../data/claims/console-claims-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatCount, formatDay } from '../../../lib/format.ts'
import { methodText, STATUS_NAMES } from '../claim-text.ts'
import * as styles from '../packing-list.module.css'

/** The parcels to send, one block each, for printing. */
export function PackingList({ search, onClose }: { search: ClaimsSearch; onClose: () => void }) {
  const parcels = useQuery(packingQuery(search))
  return (
    <>
      <div className={`cluster wrap ${styles.toolbar}`}>
        <Button variant="line" size="sm" icon={<ArrowLeft className="icon" aria-hidden="true" />} onClick={onClose}>
          Back to claims
        </Button>
        <Button
          size="sm"
          icon={<Printer className="icon" aria-hidden="true" />}
          disabled={!parcels.data?.length}
          onClick={() => window.print()}
        >
          Print
        </Button>
        {parcels.data && (
          <span className="quiet">{formatCount(parcels.data.length, 'parcel')} to be sent, oldest first</span>
        )}
      </div>
      {parcels.isPending ? (
        <Spinner label="Loading the packing list" />
      ) : parcels.isError ? (
        <ErrorBanner
          action={consoleFailureText.loadPrizeClaims}
          error={parcels.error}
          onRetry={() => void parcels.refetch()}
        />
      ) : parcels.data.length === 0 ? (
        <div className="card">
          <Empty
            icon={<FloatDrawing />}
            title="Nothing to pack."
            text="Claimed physical prizes that are pending or processing appear here."
          />
        </div>
      ) : (
        <ul className={styles.slips} aria-label="Parcels">
          {parcels.data.map((parcel) => (
            <Slip key={parcel.id} parcel={parcel} />
          ))}
        </ul>
      )}
    </>
  )
}

function Slip({ parcel }: { parcel: PrizeClaim }) {
  const { shipTo, prize, winner, method, claimedAt, status, fulfillmentNotes } = parcel
  return (
    <li className={`card ${styles.slip}`}>
      <address dir="auto">
        {shipTo ? (
          <>
            <div className="strong">{shipTo.fullName}</div>
            {shipTo.lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
            {shipTo.phone && <div>{shipTo.phone}</div>}
          </>
        ) : (
          'No address was given.'
        )}
      </address>
      <dl>
        <div>
          <dt>Prize</dt>
          <dd dir="auto">
            <span className="strong">{prize.title}</span>, {prize.packageName}
          </dd>
        </div>
        <div>
          <dt>Winner</dt>
          <dd dir="auto">
            {winner.username}
            {claimedAt && `, claimed ${formatDay(claimedAt)}`}
          </dd>
        </div>
        <div>
          <dt>Shipping method</dt>
          <dd>
            {methodText(method)} ({STATUS_NAMES[status]})
          </dd>
        </div>
        {fulfillmentNotes && (
          <div>
            <dt>Fulfillment notes</dt>
            <dd className={styles.notes} dir="auto">
              {fulfillmentNotes}
            </dd>
          </div>
        )}
      </dl>
    </li>
  )
}
