import { Card } from '../../../components/ui/card.tsx'
import { PrizeImage } from '../../../components/ui/prize-image.tsx'
import type { Prize } from '../../../data/prizes/award.ts'
import { formatCount } from '../../../lib/format.ts'

/** Picture, title and description of what was won. */
export function PrizeSummary({ prize }: { prize: Prize }) {
  return (
    <Card className="claim-sum">
      <div className="media r32">
        <PrizeImage
          url={prize.imageUrl}
          type={prize.type}
          width={480}
          height={320}
          sizes="(min-width: 1024px) 480px, 104px"
          priority
        />
      </div>
      <div className="pad">
        <h2 dir="auto">{prize.title}</h2>
        {prize.description && (
          <p className="muted" dir="auto">
            {prize.description}
          </p>
        )}
        {prize.type === 'points' && <p className="num num-md">{formatCount(prize.pointsValue ?? 0, 'point')}</p>}
        {prize.packageName !== undefined && (
          <p className="small quiet" dir="auto">
            From {prize.packageName}
          </p>
        )}
      </div>
    </Card>
  )
}
