import { useQuery } from '@tanstack/react-query'
import { Card } from '../../../components/ui/card.tsx'
import { PrizeImage } from '../../../components/ui/prize-image.tsx'
import type { Prize } from '../../../data/prizes/award.ts'
import { currencyQuery } from '../../../data/site/currency-query.ts'
import { formatCount } from '../../../lib/format.ts'
import { formatAmount } from '../../../lib/format-amount.ts'
import * as styles from '../claim-page.module.css'

/** Picture, title and description of the prize. */
export function PrizeSummary({ prize }: { prize: Prize }) {
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
      </div>
    </Card>
  )
}

/** Nothing until the currency symbol is known: an amount without a currency would be misleading. */
function RetailValue({ value }: { value: number }) {
  const { data: symbol } = useQuery(currencyQuery())
  return symbol === undefined ? null : <p className="small">Retail value {formatAmount(value, symbol)}</p>
}
