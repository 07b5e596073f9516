import { Link } from 'react-router'
import { Card } from '../../../components/ui/card.tsx'
import '../privacy-note.css'

/** What is stored, for how long and who sees it, in plain words. */
export function PrivacyNote() {
  return (
    <Card pad className="privacy-note">
      <h2>What is stored</h2>
      <ul>
        <li>Your account: email address, a hash of your password (never the password), when you last signed in.</li>
        <li>Your sessions: the network address and the browser of each device that is signed in.</li>
        <li>What you write, upload and play: profile, photos, posts, comments, reactions, game entries.</li>
        <li>Points, gifts, badges, connections and referrals.</li>
        <li>When you claim a prize: the postal address, email and phone number it is sent to.</li>
      </ul>
      <p>Place and camera details are taken out of photos before they are stored.</p>
      <h2>Who sees it</h2>
      <p>
        Members see your profile, posts, game entries and points; guests see the leaderboard. Your email address, saved
        addresses and claims are seen by you and the admins who send the prizes, and by nobody else.
      </p>
      <h2>For how long</h2>
      <p>
        Your data stays while you are a member. The address a prize was sent to is removed 90 days after delivery,
        unless whoever runs this site has chosen another time. Addresses you save for the next claim stay until you
        delete your account. What you take down is gone at once; a backup may keep it until it is replaced.
      </p>
      <h2>No third parties, no tracking</h2>
      <p>
        There are no advertisements, no analytics and no trackers, and nothing is sold or passed on. Your browser keeps
        your session, your choice of colours, unsent words and the last feed for when you are offline; there are no
        other cookies. A live video comes from the service that streams it, which sees that you watch.
      </p>
      <h2>Your rights</h2>
      <p>
        On <Link to="/profile">your profile</Link>, under “Your data”, you can download everything stored about you and
        delete your account.
      </p>
    </Card>
  )
}
