import { useQuery } from '@tanstack/react-query'
import { Card } from '../../../components/ui/card.tsx'
import { PrizeImage } from '../../../components/ui/prize-image.tsx'
import type { Prize } from '../../../data/prizes/award.ts'
import type { Promised } from '../../../data/prizes/award-query.ts'
import { currencyQuery } from '../../../data/site/club-defaults-query.ts'
import { formatCount } from '../../../lib/format.ts'
import { formatAmount } from '../../../lib/format-amount.ts'
import * as styles from '../claim-page.module.css'

export interface PrizeSummaryProps {
  prize: Prize
  /** As it was described when it was won, if that has changed since. */
  promised: Promised | undefined
}

/** Picture, title and description of the prize, and what was promised if it is described in another way now. */
export function PrizeSummary({ prize, promised }: PrizeSummaryProps) {
  return (
    <Card className={styles.summary}>
      <div className="media ratio-3-2">
        <PrizeImage
          url={prize.imageUrl}
          type={prize.type}
          width={480}
          height={320}
          sizes="(min-width: 1024px) 480px, 104px"
          priority
        />
      </div>
      <div className="padded">
        <h2 dir="auto">{prize.title}</h2>
        {prize.description && (
          <p className="muted" dir="auto">
            {prize.description}
          </p>
        )}
        {prize.type === 'points' && <p className="figure figure-md">{formatCount(prize.pointsValue ?? 0, 'point')}</p>}
        {prize.retailValue !== null && <RetailValue value={prize.retailValue} />}
        {prize.packageName !== undefined && (
          <p className="small quiet" dir="auto">
            From {prize.packageName}
          </p>
        )}
        {promised && <PromisedPrize promised={promised} />}
      </div>
    </Card>
  )
}

function PromisedPrize({ promised: { title, description, retailValue } }: { promised: Promised }) {
  return (
    <section className={styles.promised} aria-labelledby="promised-heading">
      <h3 id="promised-heading" className="small">
        When you won it
      </h3>
      <p dir="auto">{title}</p>
      {description && (
        <p className="muted" dir="auto">
          {description}
        </p>
      )}
      {retailValue !== null && <RetailValue value={retailValue} />}
    </section>
  )
}

/** Nothing until the currency symbol is known: an amount without a currency would be misleading. */
function RetailValue({ value }: { value: number }) {
  const { data: symbol } = useQuery(currencyQuery())
  return symbol === undefined ? null : <p className="small">Retail value {formatAmount(value, symbol)}</p>
}
