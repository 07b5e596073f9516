import { Link } from 'react-router'
import { Card } from '../../../components/ui/card.tsx'
import * as styles from '../privacy-note.module.css'

/** What is stored, for how long and who sees it. */
export function PrivacyNote() {
  return (
    <Card pad className={styles.note}>
      <h2>What is stored</h2>
      <ul>
        <li>Your account: email address, a hash of your password (never the password), when you last signed in.</li>
        <li>Your sessions: the network address and the browser of each device that is signed in.</li>
        <li>What you write, upload and play: profile, photos, journal, posts, comments, reactions, game entries.</li>
        <li>Points, gifts, badges, connections, referrals and your invitation link.</li>
        <li>Prizes you win. When you claim one: the postal address, email and phone number it is sent to.</li>
      </ul>
      <p>Location and camera details are removed from photos before they are stored.</p>
      <h2>Who sees it</h2>
      <p>
        Members see your profile, posts, game entries and points; guests see the leaderboard, and where the club allows
        it its records, without the photos. The board of a season counts no gifts: anyone who compares it with your
        points can work out the sum of what you were given and gave away, not by whom or to whom. Of a season that has
        ended, your place and points stay; without your name once the account is deleted. A catch in your journal is
        seen by those whom you choose; admins and moderators see it too, unless it is only for you. A journal has no
        places. Your email address is seen by you, by the admins and, if you joined through another member’s link, by
        that member. Your saved addresses and claims are seen by you and by the admins who send the prizes. A report
        that you send is seen by the admins and moderators, with your name. Admins and moderators also see when you were
        last here, and can write notes about members, which only they read and which are deleted with the account. Only
        you can see whom you have blocked. Ask the club if you want to know what its notes say about you.
      </p>
      <h2>For how long</h2>
      <p>
        Your data is kept while you are a member. The address a prize was sent to is removed 90 days after delivery,
        unless the people who run this site have chosen another period. Addresses you save for the next claim are kept
        until you delete your account. Anything you delete is removed at once, though copies may remain in backups until
        the backups are replaced. What was reported, and the text of the report, are kept until the club has decided and
        for a year after that, except pictures, which are kept for 90 days after that. What you answer to a suspension
        is seen by the admins and moderators, and kept for a year, or until the suspension ends if that is later. An
        email address that an admin invites is seen by the admins, with the name, the day of joining and the points that
        an admin imports from a list of former members. It is removed within 30 days after the invitation was used or
        withdrawn, or has expired. A fingerprint of it is kept for 30 days, so that no one is invited twice.
      </p>
      <h2>After you delete your account</h2>
      <p>
        Some records are kept without your name: points you gave to others, referrals, reports that you sent, and the
        club’s own records of prizes and of what its admins did, for example how many points they gave you. A
        fingerprint of your email address is kept, made with a secret key so that the address cannot be read from it. It
        ensures that an address counts only once as a referral. If you join again with the same address, a suspension, a
        negative points balance, used limits, declined requests, entered games and first steps that were rewarded still
        apply, and decisions about what you wrote still count. No one else can take your username for 90 days.
      </p>
      <p>
        If you were reported and the club has not decided yet, what was reported and the text of the report are kept for
        30 days after you delete your account. If the club decides in this time, you will learn of a warning or a
        suspension after joining again with the same address. If an admin deletes your account, the text of reports that
        you sent is kept until they are decided, for 30 days at most.
      </p>
      <h2>No third parties, no tracking</h2>
      <p>
        There are no advertisements, no analytics and no trackers, and nothing is sold or passed on. Your browser keeps
        your session, a note that you have registered or signed in here before, your choice of colours, unsent drafts
        and the last feed, games and leaderboard for when you are offline; there are no other cookies. A catch that you
        log without a connection stays in your browser, with its photo, until it is sent or you delete it, also after
        you sign out. Members who sign in here after you are not shown it. Photos of a post that you have not sent yet
        stay in your browser until you send or remove them, you sign out or someone else signs in; they are deleted once
        they are three days old and the post is no longer open. What you share with the app before you sign in waits
        there for an hour. Live videos are streamed by a third party (for example YouTube), which can see that you
        watched.
      </p>
      <h2>Your rights</h2>
      <p>
        On <Link to="/profile">your profile</Link>, under “Your data”, you can download everything stored about you and
        delete your account. Admins must first ask another admin to remove their admin rights.
      </p>
    </Card>
  )
}
