import { Link } from 'react-router'
import { Card } from '../../../components/ui/card.tsx'

/** How a catch becomes a record. */
export function HowItWorks() {
  return (
    <Card as="section" pad aria-labelledby="how-verifying-works">
      <h2 id="how-verifying-works">How verifying works</h2>
      <p className="muted">
        Open a catch in your <Link to="/journal">journal</Link> and offer it for the record. It needs a photo and has to
        be shared with Everyone. Someone of the team who is not the angler looks at it. No place is ever asked for.
      </p>
    </Card>
  )
}
