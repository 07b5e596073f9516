// Written by `npm run gen` from supabase/migrations. Do not edit.

import type {
  Accent,
  AddressAnswer,
  AnnouncementFailure,
  AuditDetails,
  CardPlacement,
  CatchBest,
  CatchVariety,
  CatchVisibility,
  EntryData,
  FirstSession,
  GameBefore,
  GameMetadata,
  GamePoints,
  GuestRecordCatch,
  HeldBadge,
  HidingOutcome,
  ImportAnswer,
  InvitationState,
  Joining,
  LandingSection,
  LastComment,
  Level,
  LevelStep,
  MemberJson,
  Mentioned,
  PackageStock,
  PointsMetadata,
  PostAuthor,
  PostExcerpt,
  PostMetadata,
  PostType,
  Reaction,
  ReactionCounts,
  ReasonCounts,
  RecordCatch,
  RecordDecision,
  RecordFigure,
  RecordState,
  ReportDecision,
  ReportKind,
  RewardItem,
  SeasonMedal,
  SharedPicture,
  ShippingDetails,
  WeightFrom,
  WeightUnit,
} from './column-types.ts'

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  // The dialect that supabase-js assumes when it types queries.
  __InternalSupabase: {
    PostgrestVersion: '14.12'
  }
  public: {
    Tables: {
      badges: {
        Row: {
          color: string
          created_at: string
          created_by: string | null
          description: string
          icon: string
          id: string
          is_custom: boolean
          name: string
          request_id: string | null
          updated_at: string
        }
        Insert: {
          color?: string
          created_at?: string
          created_by?: string | null
          description: string
          icon?: string
          id?: string
          is_custom?: boolean
          name: string
          request_id?: string | null
          updated_at?: string
        }
        Update: {
          color?: string
          created_at?: string
          created_by?: string | null
          description?: string
          icon?: string
          id?: string
          is_custom?: boolean
          name?: string
          request_id?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'badges_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'badges_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'badges_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      catches: {
        Row: {
          caught_on: string
          created_at: string
          grams: number
          id: string
          photo_path: string | null
          request_id: string | null
          updated_at: string
          user_id: string
          variety: CatchVariety
          visibility: CatchVisibility
          words: string
        }
        Insert: {
          caught_on: string
          created_at?: string
          grams: number
          id?: string
          photo_path?: string | null
          request_id?: string | null
          updated_at?: string
          user_id?: string
          variety: string
          visibility?: string
          words?: string
        }
        Update: {
          caught_on?: string
          created_at?: string
          grams?: number
          id?: string
          photo_path?: string | null
          request_id?: string | null
          updated_at?: string
          user_id?: string
          variety?: string
          visibility?: string
          words?: string
        }
        Relationships: [
          {
            foreignKeyName: 'catches_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'catches_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'catches_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      game_changes: {
        Row: {
          before: GameBefore
          changed: string[]
          created_at: string
          game_id: string
          id: string
        }
        Insert: {
          before?: Json
          changed: string[]
          created_at?: string
          game_id: string
          id?: string
        }
        Update: {
          before?: Json
          changed?: string[]
          created_at?: string
          game_id?: string
          id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'game_changes_game_id_fkey'
            columns: ['game_id']
            isOneToOne: false
            referencedRelation: 'games'
            referencedColumns: ['id']
          },
        ]
      }
      game_entries: {
        Row: {
          by_team: boolean
          created_at: string
          entry_data: EntryData
          game_id: string
          id: string
          is_winner: boolean
          photo_url: string | null
          user_id: string | null
          winner_place: number | null
        }
        Insert: {
          by_team?: boolean
          created_at?: string
          entry_data?: Json
          game_id: string
          id?: string
          is_winner?: boolean
          photo_url?: string | null
          user_id?: string | null
          winner_place?: number | null
        }
        Update: {
          by_team?: boolean
          created_at?: string
          entry_data?: Json
          game_id?: string
          id?: string
          is_winner?: boolean
          photo_url?: string | null
          user_id?: string | null
          winner_place?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'game_entries_game_id_fkey'
            columns: ['game_id']
            isOneToOne: false
            referencedRelation: 'games'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'game_entries_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'game_entries_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'game_entries_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      games: {
        Row: {
          completed_at: string | null
          created_at: string
          description: string
          end_date: string
          entry_count: number
          first_place_points: number
          id: string
          image_url: string | null
          latest_entrants: MemberJson[]
          metadata: GameMetadata
          points_awarded: number
          prize_package_id: string | null
          request_id: string | null
          second_place_points: number
          start_date: string
          status: string
          third_place_points: number
          title: string
          type: string
          updated_at: string
        }
        Insert: {
          completed_at?: string | null
          created_at?: string
          description?: string
          end_date: string
          first_place_points?: number
          id?: string
          image_url?: string | null
          metadata?: Json
          points_awarded?: number
          prize_package_id?: string | null
          request_id?: string | null
          second_place_points?: number
          start_date: string
          status?: string
          third_place_points?: number
          title: string
          type: string
          updated_at?: string
        }
        Update: {
          completed_at?: string | null
          created_at?: string
          description?: string
          end_date?: string
          first_place_points?: number
          id?: string
          image_url?: string | null
          metadata?: Json
          points_awarded?: number
          prize_package_id?: string | null
          request_id?: string | null
          second_place_points?: number
          start_date?: string
          status?: string
          third_place_points?: number
          title?: string
          type?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'games_prize_package_id_fkey'
            columns: ['prize_package_id']
            isOneToOne: false
            referencedRelation: 'prize_packages'
            referencedColumns: ['id']
          },
        ]
      }
      info_cards: {
        Row: {
          created_at: string
          cta_text: string | null
          cta_url: string | null
          description: string
          end_date: string
          id: string
          image_url: string | null
          is_active: boolean
          placement: CardPlacement
          request_id: string | null
          start_date: string
          title: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          cta_text?: string | null
          cta_url?: string | null
          description?: string
          end_date: string
          id?: string
          image_url?: string | null
          is_active?: boolean
          placement?: string
          request_id?: string | null
          start_date: string
          title: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          cta_text?: string | null
          cta_url?: string | null
          description?: string
          end_date?: string
          id?: string
          image_url?: string | null
          is_active?: boolean
          placement?: string
          request_id?: string | null
          start_date?: string
          title?: string
          updated_at?: string
        }
        Relationships: []
      }
      landing_content: {
        Row: {
          description: string
          id: string
          image_url: string | null
          section: LandingSection
          title: string
          updated_at: string
        }
        Insert: {
          description?: string
          id?: string
          image_url?: string | null
          section: string
          title: string
          updated_at?: string
        }
        Update: {
          description?: string
          id?: string
          image_url?: string | null
          section?: string
          title?: string
          updated_at?: string
        }
        Relationships: []
      }
      levels: {
        Row: {
          id: string
          name: string
          points: number
          updated_at: string
        }
        Insert: {
          id?: string
          name: string
          points: number
          updated_at?: string
        }
        Update: {
          id?: string
          name?: string
          points?: number
          updated_at?: string
        }
        Relationships: []
      }
      live_videos: {
        Row: {
          created_at: string
          description: string
          embed_code: string
          id: string
          is_active: boolean
          provider: string
          request_id: string | null
          scheduled_for: string
          title: string
          updated_at: string
          video_id: string
        }
        Insert: {
          created_at?: string
          description?: string
          embed_code: string
          id?: string
          is_active?: boolean
          provider: string
          request_id?: string | null
          scheduled_for: string
          title: string
          updated_at?: string
          video_id: string
        }
        Update: {
          created_at?: string
          description?: string
          embed_code?: string
          id?: string
          is_active?: boolean
          provider?: string
          request_id?: string | null
          scheduled_for?: string
          title?: string
          updated_at?: string
          video_id?: string
        }
        Relationships: []
      }
      member_connections: {
        Row: {
          connected_user_id: string
          created_at: string
          id: string
          status: string
          user_id: string
        }
        Insert: {
          connected_user_id: string
          created_at?: string
          id?: string
          status?: string
          user_id?: string
        }
        Update: {
          connected_user_id?: string
          created_at?: string
          id?: string
          status?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'member_connections_connected_user_id_fkey'
            columns: ['connected_user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'member_connections_connected_user_id_fkey'
            columns: ['connected_user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'member_connections_connected_user_id_fkey'
            columns: ['connected_user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'member_connections_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'member_connections_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'member_connections_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      newsfeed_comments: {
        Row: {
          content: string
          created_at: string
          hidden_at: string | null
          id: string
          mentioned: Mentioned[]
          mentions: Json
          post_id: string
          request_id: string | null
          user_id: string
        }
        Insert: {
          content: string
          created_at?: string
          hidden_at?: string | null
          id?: string
          mentions?: Json
          post_id: string
          request_id?: string | null
          user_id?: string
        }
        Update: {
          content?: string
          created_at?: string
          hidden_at?: string | null
          id?: string
          mentions?: Json
          post_id?: string
          request_id?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'newsfeed_comments_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'newsfeed_posts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'newsfeed_comments_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'newsfeed_comments_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'newsfeed_comments_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      newsfeed_posts: {
        Row: {
          comment_count: number
          content: string
          created_at: string
          edited_at: string | null
          hidden_at: string | null
          id: string
          image_url: string | null
          is_announcement: boolean
          last_comment: LastComment | null
          mentioned: Mentioned[]
          mentions: Json
          metadata: PostMetadata
          more_images: string[]
          my_reaction: Reaction | null
          pinned_until: string | null
          reaction_counts: ReactionCounts
          request_id: string | null
          type: PostType
          user_id: string
        }
        Insert: {
          content: string
          created_at?: string
          edited_at?: string | null
          hidden_at?: string | null
          id?: string
          image_url?: string | null
          is_announcement?: boolean
          mentions?: Json
          metadata?: Json
          more_images?: string[]
          pinned_until?: string | null
          request_id?: string | null
          type?: string
          user_id?: string
        }
        Update: {
          content?: string
          created_at?: string
          edited_at?: string | null
          hidden_at?: string | null
          id?: string
          image_url?: string | null
          is_announcement?: boolean
          mentions?: Json
          metadata?: Json
          more_images?: string[]
          pinned_until?: string | null
          request_id?: string | null
          type?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'newsfeed_posts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'newsfeed_posts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'newsfeed_posts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      newsfeed_reactions: {
        Row: {
          created_at: string
          id: string
          post_id: string
          reaction: Reaction
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          post_id: string
          reaction: string
          user_id?: string
        }
        Update: {
          created_at?: string
          id?: string
          post_id?: string
          reaction?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'newsfeed_reactions_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'newsfeed_posts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'newsfeed_reactions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'newsfeed_reactions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'newsfeed_reactions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      point_gifts: {
        Row: {
          created_at: string
          from_user_id: string | null
          id: string
          message: string | null
          points: number
          request_id: string | null
          to_user_id: string | null
        }
        Insert: {
          created_at?: string
          from_user_id?: string | null
          id?: string
          message?: string | null
          points: number
          request_id?: string | null
          to_user_id?: string | null
        }
        Update: {
          created_at?: string
          from_user_id?: string | null
          id?: string
          message?: string | null
          points?: number
          request_id?: string | null
          to_user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'point_gifts_from_user_id_fkey'
            columns: ['from_user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'point_gifts_from_user_id_fkey'
            columns: ['from_user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'point_gifts_from_user_id_fkey'
            columns: ['from_user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'point_gifts_to_user_id_fkey'
            columns: ['to_user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'point_gifts_to_user_id_fkey'
            columns: ['to_user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'point_gifts_to_user_id_fkey'
            columns: ['to_user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      points_log: {
        Row: {
          created_at: string
          created_by: string | null
          id: string
          kind: string
          metadata: PointsMetadata
          points_change: number
          reason: string
          request_id: string | null
          source_key: string | null
          user_id: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          id?: string
          kind?: string
          metadata?: Json
          points_change: number
          reason: string
          request_id?: string | null
          source_key?: string | null
          user_id: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          id?: string
          kind?: string
          metadata?: Json
          points_change?: number
          reason?: string
          request_id?: string | null
          source_key?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'points_log_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      prize_award_notes: {
        Row: {
          admin_notes: string
          award_id: string
          id: string
          updated_at: string
        }
        Insert: {
          admin_notes: string
          award_id: string
          id?: string
          updated_at?: string
        }
        Update: {
          admin_notes?: string
          award_id?: string
          id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'prize_award_notes_award_id_fkey'
            columns: ['award_id']
            isOneToOne: true
            referencedRelation: 'prize_awards'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_award_notes_award_id_fkey'
            columns: ['award_id']
            isOneToOne: true
            referencedRelation: 'prize_claims'
            referencedColumns: ['id']
          },
        ]
      }
      prize_awards: {
        Row: {
          admin_notes: string | null
          awarded_at: string
          carrier: string | null
          claim_deadline: string
          claimed_at: string | null
          fulfilled_at: string | null
          fulfillment_date: string | null
          fulfillment_notes: string | null
          fulfillment_status: string | null
          id: string
          item_id: string
          notes: string | null
          points_paid: number | null
          promised_description: string
          promised_retail_value: number | null
          promised_title: string
          redemption_id: string | null
          shipping_address_id: string | null
          shipping_details: ShippingDetails | null
          shipping_method: string | null
          status: string
          terms_accepted: boolean
          tracking_number: string | null
          updated_at: string
          user_id: string | null
        }
        Insert: {
          admin_notes?: string | null
          awarded_at?: string
          carrier?: string | null
          claim_deadline?: string
          claimed_at?: string | null
          fulfilled_at?: string | null
          fulfillment_date?: string | null
          fulfillment_notes?: string | null
          fulfillment_status?: string | null
          id?: string
          item_id: string
          notes?: string | null
          points_paid?: number | null
          promised_description?: string
          promised_retail_value?: number | null
          promised_title?: string
          redemption_id?: string | null
          shipping_address_id?: string | null
          shipping_details?: Json | null
          shipping_method?: string | null
          status?: string
          terms_accepted?: boolean
          tracking_number?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          admin_notes?: string | null
          awarded_at?: string
          carrier?: string | null
          claim_deadline?: string
          claimed_at?: string | null
          fulfilled_at?: string | null
          fulfillment_date?: string | null
          fulfillment_notes?: string | null
          fulfillment_status?: string | null
          id?: string
          item_id?: string
          notes?: string | null
          points_paid?: number | null
          promised_description?: string
          promised_retail_value?: number | null
          promised_title?: string
          redemption_id?: string | null
          shipping_address_id?: string | null
          shipping_details?: Json | null
          shipping_method?: string | null
          status?: string
          terms_accepted?: boolean
          tracking_number?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'prize_awards_item_id_fkey'
            columns: ['item_id']
            isOneToOne: false
            referencedRelation: 'prize_items'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_awards_shipping_address_id_fkey'
            columns: ['shipping_address_id']
            isOneToOne: false
            referencedRelation: 'shipping_addresses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_awards_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_awards_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_awards_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      prize_items: {
        Row: {
          created_at: string
          description: string
          id: string
          image_url: string | null
          package_id: string
          points_value: number | null
          quantity: number
          remaining_quantity: number
          request_id: string | null
          retail_value: number | null
          title: string
          type: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          description?: string
          id?: string
          image_url?: string | null
          package_id: string
          points_value?: number | null
          quantity?: number
          remaining_quantity?: number
          request_id?: string | null
          retail_value?: number | null
          title: string
          type?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string
          id?: string
          image_url?: string | null
          package_id?: string
          points_value?: number | null
          quantity?: number
          remaining_quantity?: number
          request_id?: string | null
          retail_value?: number | null
          title?: string
          type?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'prize_items_package_id_fkey'
            columns: ['package_id']
            isOneToOne: false
            referencedRelation: 'prize_packages'
            referencedColumns: ['id']
          },
        ]
      }
      prize_packages: {
        Row: {
          created_at: string
          description: string
          id: string
          is_active: boolean
          limit_per_member: number | null
          name: string
          points_price: number | null
          remaining_quantity: number
          request_id: string | null
          search_text: string | null
          stock: PackageStock | null
          total_quantity: number
          updated_at: string
        }
        Insert: {
          created_at?: string
          description?: string
          id?: string
          is_active?: boolean
          limit_per_member?: number | null
          name: string
          points_price?: number | null
          request_id?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string
          id?: string
          is_active?: boolean
          limit_per_member?: number | null
          name?: string
          points_price?: number | null
          request_id?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      profiles: {
        Row: {
          acts_as_admin: boolean | null
          acts_as_moderator: boolean | null
          avatar_url: string
          awaits_welcome: boolean | null
          badge_count: number
          bio: string
          created_at: string
          first_session: FirstSession | null
          fishing_area: string
          fishing_photos: string[]
          id: string
          is_admin: boolean
          is_moderator: boolean
          is_suspended: boolean
          joined_on: string | null
          level: Level | null
          points: number
          points_spent: number
          updated_at: string
          username: string
          weight_from: WeightFrom
          weight_unit: string
          weight_value: number | null
        }
        Insert: {
          avatar_url?: string
          badge_count?: number
          bio?: string
          created_at?: string
          fishing_area?: string
          fishing_photos?: string[]
          id: string
          is_admin?: boolean
          is_moderator?: boolean
          is_suspended?: boolean
          joined_on?: string | null
          points?: number
          points_spent?: number
          updated_at?: string
          username: string
          weight_from?: string
          weight_unit?: string
          weight_value?: number | null
        }
        Update: {
          avatar_url?: string
          badge_count?: number
          bio?: string
          created_at?: string
          fishing_area?: string
          fishing_photos?: string[]
          id?: string
          is_admin?: boolean
          is_moderator?: boolean
          is_suspended?: boolean
          joined_on?: string | null
          points?: number
          points_spent?: number
          updated_at?: string
          username?: string
          weight_from?: string
          weight_unit?: string
          weight_value?: number | null
        }
        Relationships: []
      }
      referral_settings: {
        Row: {
          first_step_required: boolean
          id: string
          points_per_referral: number
          updated_at: string
          updated_by: string | null
        }
        Insert: {
          first_step_required?: boolean
          id?: string
          points_per_referral?: number
          updated_at?: string
          updated_by?: string | null
        }
        Update: {
          first_step_required?: boolean
          id?: string
          points_per_referral?: number
          updated_at?: string
          updated_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'referral_settings_updated_by_fkey'
            columns: ['updated_by']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referral_settings_updated_by_fkey'
            columns: ['updated_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referral_settings_updated_by_fkey'
            columns: ['updated_by']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      referrals: {
        Row: {
          completed_at: string | null
          created_at: string
          id: string
          points_awarded: number | null
          referred_email: string | null
          referred_user_id: string | null
          referrer_id: string | null
          status: string
        }
        Insert: {
          completed_at?: string | null
          created_at?: string
          id?: string
          points_awarded?: number | null
          referred_email?: string | null
          referred_user_id?: string | null
          referrer_id?: string | null
          status?: string
        }
        Update: {
          completed_at?: string | null
          created_at?: string
          id?: string
          points_awarded?: number | null
          referred_email?: string | null
          referred_user_id?: string | null
          referrer_id?: string | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'referrals_referred_user_id_fkey'
            columns: ['referred_user_id']
            isOneToOne: true
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referrals_referred_user_id_fkey'
            columns: ['referred_user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referrals_referred_user_id_fkey'
            columns: ['referred_user_id']
            isOneToOne: true
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referrals_referrer_id_fkey'
            columns: ['referrer_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referrals_referrer_id_fkey'
            columns: ['referrer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referrals_referrer_id_fkey'
            columns: ['referrer_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      scheduled_announcements: {
        Row: {
          content: string
          created_at: string
          failed_at: string | null
          failure: AnnouncementFailure | null
          id: string
          image_url: string | null
          obstacle: AnnouncementFailure | null
          publish_at: string
          request_id: string | null
          updated_at: string
          user_id: string | null
        }
        Insert: {
          content: string
          created_at?: string
          failed_at?: string | null
          failure?: string | null
          id?: string
          image_url?: string | null
          publish_at: string
          request_id?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          content?: string
          created_at?: string
          failed_at?: string | null
          failure?: string | null
          id?: string
          image_url?: string | null
          publish_at?: string
          request_id?: string | null
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'scheduled_announcements_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'scheduled_announcements_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'scheduled_announcements_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      shipping_addresses: {
        Row: {
          address_line1: string
          address_line2: string | null
          city: string
          country: string
          created_at: string
          email: string
          full_name: string
          id: string
          is_default: boolean
          phone_number: string
          postal_code: string
          request_id: string | null
          state: string
          user_id: string
        }
        Insert: {
          address_line1: string
          address_line2?: string | null
          city: string
          country?: string
          created_at?: string
          email: string
          full_name: string
          id?: string
          is_default?: boolean
          phone_number: string
          postal_code: string
          request_id?: string | null
          state: string
          user_id?: string
        }
        Update: {
          address_line1?: string
          address_line2?: string | null
          city?: string
          country?: string
          created_at?: string
          email?: string
          full_name?: string
          id?: string
          is_default?: boolean
          phone_number?: string
          postal_code?: string
          request_id?: string | null
          state?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'shipping_addresses_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'shipping_addresses_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'shipping_addresses_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      site_settings: {
        Row: {
          accent: Accent
          admins_need_two_steps: boolean
          club_name: string
          country: string
          currency_symbol: string
          game_step_points: number
          hello_step_points: number
          id: string
          joining: Joining
          logo_url: string | null
          photo_step_points: number
          records_for_guests: boolean
          reports_to_hide: number
          season_begins: string
          time_zone: string
          updated_at: string
          weight_unit: WeightUnit
        }
        Insert: {
          accent?: string
          admins_need_two_steps?: boolean
          club_name?: string
          country?: string
          currency_symbol?: string
          game_step_points?: number
          hello_step_points?: number
          id?: string
          joining?: string
          logo_url?: string | null
          photo_step_points?: number
          records_for_guests?: boolean
          reports_to_hide?: number
          season_begins?: string
          time_zone?: string
          updated_at?: string
          weight_unit?: string
        }
        Update: {
          accent?: string
          admins_need_two_steps?: boolean
          club_name?: string
          country?: string
          currency_symbol?: string
          game_step_points?: number
          hello_step_points?: number
          id?: string
          joining?: string
          logo_url?: string | null
          photo_step_points?: number
          records_for_guests?: boolean
          reports_to_hide?: number
          season_begins?: string
          time_zone?: string
          updated_at?: string
          weight_unit?: string
        }
        Relationships: []
      }
      user_badges: {
        Row: {
          awarded_at: string
          awarded_by: string | null
          badge_id: string
          id: string
          request_id: string | null
          user_id: string
        }
        Insert: {
          awarded_at?: string
          awarded_by?: string | null
          badge_id: string
          id?: string
          request_id?: string | null
          user_id: string
        }
        Update: {
          awarded_at?: string
          awarded_by?: string | null
          badge_id?: string
          id?: string
          request_id?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'user_badges_awarded_by_fkey'
            columns: ['awarded_by']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_badges_awarded_by_fkey'
            columns: ['awarded_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_badges_awarded_by_fkey'
            columns: ['awarded_by']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_badges_badge_id_fkey'
            columns: ['badge_id']
            isOneToOne: false
            referencedRelation: 'badges'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_badges_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_badges_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_badges_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      audit_log: {
        Row: {
          action: string
          actor_id: string | null
          actor_name: string | null
          at: string
          details: AuditDetails
          id: string
          search_text: string | null
          subject_id: string | null
          subject_kind: string
          subject_label: string | null
        }
        Relationships: []
      }
      leaderboard: {
        Row: {
          avatar_url: string
          badge_count: number
          points: number
          rank: number
          username: string
        }
        Relationships: []
      }
      member_search: {
        Row: {
          avatar_url: string
          badge_count: number
          bio: string
          created_at: string
          fishing_area: string
          fishing_photos: string[]
          id: string
          points: number
          post_count: number
          username: string
        }
        Relationships: []
      }
      points_ledger: {
        Row: {
          avatar_url: string | null
          created_at: string
          created_by: string | null
          created_by_username: string | null
          id: string
          kind: string
          metadata: Json
          points_change: number
          reason: string
          user_id: string
          username: string
        }
        Relationships: [
          {
            foreignKeyName: 'points_log_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'points_log_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      prize_claims: {
        Row: {
          admin_notes: string | null
          avatar_url: string | null
          awarded_at: string
          carrier: string | null
          claim_deadline: string
          claimed_at: string | null
          fulfillment_date: string | null
          fulfillment_notes: string | null
          fulfillment_status: string | null
          id: string
          item_description: string
          item_id: string
          item_image_url: string | null
          item_title: string
          item_type: string
          package_id: string
          package_name: string
          points_paid: number | null
          search_text: string | null
          shipping_address_id: string | null
          shipping_details: ShippingDetails | null
          shipping_method: string | null
          status: string
          tracking_number: string | null
          updated_at: string
          user_id: string | null
          username: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'prize_awards_item_id_fkey'
            columns: ['item_id']
            isOneToOne: false
            referencedRelation: 'prize_items'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_awards_shipping_address_id_fkey'
            columns: ['shipping_address_id']
            isOneToOne: false
            referencedRelation: 'shipping_addresses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_awards_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_awards_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_awards_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'prize_items_package_id_fkey'
            columns: ['package_id']
            isOneToOne: false
            referencedRelation: 'prize_packages'
            referencedColumns: ['id']
          },
        ]
      }
      referral_details: {
        Row: {
          completed_at: string | null
          created_at: string
          id: string
          points_awarded: number | null
          referred_email: string | null
          referred_username: string | null
          referrer_id: string | null
          status: string
        }
        Relationships: [
          {
            foreignKeyName: 'referrals_referrer_id_fkey'
            columns: ['referrer_id']
            isOneToOne: false
            referencedRelation: 'member_search'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referrals_referrer_id_fkey'
            columns: ['referrer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'referrals_referrer_id_fkey'
            columns: ['referrer_id']
            isOneToOne: false
            referencedRelation: 'user_profiles_with_email'
            referencedColumns: ['id']
          },
        ]
      }
      user_profiles_with_email: {
        Row: {
          auth_email: string | null
          avatar_url: string
          created_at: string
          id: string
          is_admin: boolean
          is_moderator: boolean
          is_suspended: boolean
          joined_on: string | null
          points: number
          search_text: string | null
          suspended_until: string | null
          updated_at: string
          username: string
        }
        Relationships: []
      }
    }
    Functions: {
      acts_as_admin: { Args: { '': Database['public']['Tables']['profiles']['Row'] }; Returns: boolean }
      acts_as_moderator: { Args: { '': Database['public']['Tables']['profiles']['Row'] }; Returns: boolean }
      add_team_note: { Args: { member_id: string; content: string; request_id?: string }; Returns: string }
      admin_overview: { Args: { time_zone?: string }; Returns: Json }
      admin_waiting: { Args: { time_zone?: string }; Returns: Json }
      answer_suspension: { Args: { message: string }; Returns: { may_answer: boolean; answer: string; sent_at: string; decision: string; words: string; decided_at: string }[] }
      appeal_queue: { Args: never; Returns: { id: string; member_id: string; username: string; avatar_url: string | null; message: string; sent_at: string; reason: string; since: string; ends_at: string | null; case_id: string | null; refusal: string | null }[] }
      assign_prize_package: { Args: { package_id: string; user_id: string; claim_deadline?: string }; Returns: Database['public']['Tables']['prize_awards']['Row'][] }
      awaits_welcome: { Args: { '': Database['public']['Tables']['profiles']['Row'] }; Returns: boolean }
      block_member: { Args: { member_id: string }; Returns: undefined }
      can_invite_by_mail: { Args: never; Returns: boolean }
      cancel_reward: { Args: { award_id: string }; Returns: boolean }
      club_identity: { Args: never; Returns: { name: string; accent: string; logo: string }[] }
      club_links: { Args: never; Returns: { id: string; note: string; code: string; places: number; taken: number; made_by: string | null; created_at: string; expires_at: string; ended_at: string | null }[] }
      club_records: { Args: { all_time?: boolean }; Returns: { season: string; begins: string; ends: string; holders: RecordCatch[]; top: RecordCatch[]; ever: RecordFigure[]; best_before: number | null }[] }
      comment_count: { Args: { '': Database['public']['Tables']['newsfeed_posts']['Row'] }; Returns: number }
      console_counts: { Args: { list: string }; Returns: Json }
      console_posts: { Args: { list: string; search?: string; oldest_first?: boolean; page?: number; size?: number }; Returns: Json }
      dead_deliveries: { Args: never; Returns: { id: string; user_id: string; username: string; channel: string; kinds: string[]; attempts: number; error: string; ended_at: string }[] }
      decide_appeal: { Args: { id: string; decision: string; words?: string }; Returns: undefined }
      decide_record: { Args: { id: string; decision: string; reason?: string }; Returns: undefined }
      decide_report: { Args: { id: string; seen: number; decision: string; reason?: string; hides?: boolean; days?: number; shown?: string }; Returns: number }
      delete_own_account: { Args: { password: string }; Returns: boolean }
      delete_team_note: { Args: { id: string }; Returns: undefined }
      delete_user: { Args: { user_id: string }; Returns: undefined }
      end_club_link: { Args: { id: string }; Returns: boolean }
      entry_count: { Args: { '': Database['public']['Tables']['games']['Row'] }; Returns: number }
      find_members: { Args: { name: string }; Returns: { id: string; username: string; avatar_url: string }[] }
      finish_welcome: { Args: never; Returns: undefined }
      first_session: { Args: { '': Database['public']['Tables']['profiles']['Row'] }; Returns: Json }
      game_answer: { Args: { game_id: string }; Returns: Json }
      game_entrants: { Args: { game_id: string }; Returns: { user_id: string; username: string; avatar_url: string; by_team: boolean }[] }
      get_points_by_timeframe: { Args: { start_date: string }; Returns: { rank: number; username: string; avatar_url: string; badge_count: number; points: number }[] }
      get_user_referral_stats: { Args: { user_id?: string }; Returns: { total_referrals: number; completed_referrals: number; pending_referrals: number }[] }
      guest_records: { Args: { all_time?: boolean }; Returns: { season: string; begins: string; ends: string; holders: GuestRecordCatch[]; top: GuestRecordCatch[]; ever: RecordFigure[]; best_before: number | null }[] }
      hide_first_session: { Args: never; Returns: undefined }
      hide_posts: { Args: { post_ids: string[] }; Returns: { id: string; outcome: HidingOutcome }[] }
      import_members: { Args: { request: string; members: Json }; Returns: { address: string; answer: ImportAnswer }[] }
      invite_addresses: { Args: { request: string; addresses: string[] }; Returns: { address: string; answer: AddressAnswer }[] }
      invited_name: { Args: { invitation: string }; Returns: string }
      is_muted: { Args: { subject_id: string }; Returns: boolean }
      is_username_available: { Args: { username: string }; Returns: boolean }
      journal_page: { Args: { member_id?: string; before_on?: string; before_at?: string; before_id?: string; size?: number }; Returns: { id: string; caught_on: string; grams: number; variety: CatchVariety; visibility: CatchVisibility | null; words: string; photo_path: string | null; created_at: string; updated_at: string; is_best: boolean; month_count: number; month_grams: number }[] }
      journal_summary: { Args: { member_id?: string }; Returns: { catch_count: number; total_grams: number; season: string; season_count: number; season_grams: number; bests: CatchBest[]; steps: CatchBest[] }[] }
      journal_weights: { Args: { member_id?: string; size?: number }; Returns: { caught_on: string; grams: number }[] }
      keep_time_zone: { Args: { time_zone: string }; Returns: undefined }
      last_comment: { Args: { '': Database['public']['Tables']['newsfeed_posts']['Row'] }; Returns: Json }
      latest_entrants: { Args: { '': Database['public']['Tables']['games']['Row'] }; Returns: Json }
      leaderboard_near: { Args: { start_date?: string }; Returns: { username: string; avatar_url: string; badge_count: number; points: number; is_own: boolean }[] }
      leftover_files: { Args: never; Returns: { bucket_id: string; name: string }[] }
      level: { Args: { '': Database['public']['Tables']['profiles']['Row'] }; Returns: Json }
      live_ages: { Args: { topics: string[] }; Returns: { topic: string; age_ms: number }[] }
      log_catch: { Args: { request_id: string; grams: number; caught_on: string; variety: string; visibility?: string; words?: string; photo_path?: string }; Returns: { id: string; is_best: boolean; gain: number | null; best_before: number | null; best_on: string | null }[] }
      mailed_invitations: { Args: { search?: string; state?: string; before?: string }; Returns: { id: string; address: string; invited_by: string | null; created_at: string; expires_at: string; state: InvitationState; error: string | null; proposed_name: string | null; joined_on: string | null; points: number | null; given_at: string | null }[] }
      make_club_link: { Args: { id: string; note: string; places: number; days: number }; Returns: { id: string; note: string; code: string; places: number; taken: number; made_by: string | null; created_at: string; expires_at: string; ended_at: string | null }[] }
      make_invitation: { Args: { replaces?: string }; Returns: { joining: Joining; code: string | null; places: number | null; taken: number | null; expires_at: string | null }[] }
      mark_all_notifications_read: { Args: { before: string }; Returns: { unread: number; marked_at: string }[] }
      mark_notifications_read: { Args: { ids?: string[]; path?: string; before?: string }; Returns: number }
      may_join: { Args: { invitation?: string }; Returns: string }
      member_page: { Args: { name: string }; Returns: { id: string; username: string; is_suspended: boolean; avatar_url: string; bio: string; fishing_area: string; fishing_photos: string[]; created_at: string | null; points: number | null; rank: number | null; badge_count: number | null; post_count: number | null; badges: HeldBadge[]; posts: PostExcerpt[]; joined_on: string | null; level: string | null; medals: SeasonMedal[] }[] }
      member_record: { Args: { user_id: string }; Returns: Json }
      mentioned:
        | { Args: { '': Database['public']['Tables']['newsfeed_comments']['Row'] }; Returns: Json }
        | { Args: { '': Database['public']['Tables']['newsfeed_posts']['Row'] }; Returns: Json }
      mute_notifications: { Args: { subject_id: string; is_muted: boolean }; Returns: undefined }
      muted_subjects: { Args: never; Returns: { subject_id: string; kind: string; title: string; path: string }[] }
      my_appeal: { Args: never; Returns: { may_answer: boolean; answer: string | null; sent_at: string | null; decision: 'end' | 'keep' | null; words: string | null; decided_at: string | null }[] }
      my_blocks: { Args: never; Returns: { member_id: string; username: string; avatar_url: string; created_at: string }[] }
      my_data: { Args: never; Returns: Json }
      my_invitation: { Args: never; Returns: { joining: Joining; code: string | null; places: number | null; taken: number | null; expires_at: string | null }[] }
      my_leaderboard_position: { Args: { start_date?: string }; Returns: { rank: number; points: number; badge_count: number; next_username: string; next_gap: number }[] }
      my_notification_settings: { Args: never; Returns: Json }
      my_reaction: { Args: { '': Database['public']['Tables']['newsfeed_posts']['Row'] }; Returns: string }
      my_record_offers: { Args: never; Returns: { catch_id: string; state: RecordState; reason: string; decided_at: string | null }[] }
      my_season_position: { Args: never; Returns: { rank: number; points: number; badge_count: number; next_username: string; next_gap: number }[] }
      my_suspension: { Args: never; Returns: { reason: string; since: string; ends_at: string }[] }
      newsfeed_page: { Args: { before?: string; before_id?: string; size?: number; ids?: string[] }; Returns: { id: string; user_id: string; content: string; type: PostType; image_url: string | null; more_images: string[]; is_announcement: boolean; pinned_until: string | null; metadata: PostMetadata; created_at: string; edited_at: string | null; is_pinned: boolean; comment_count: number; reaction_counts: ReactionCounts; my_reaction: Reaction | null; last_comment: LastComment | null; author: PostAuthor; mentioned: Mentioned[] }[] }
      next_card_change: { Args: never; Returns: number }
      note_export: { Args: { list: string }; Returns: undefined }
      notifications_page: { Args: { before?: string; before_id?: string; size?: number; filter?: string }; Returns: { id: string; kind: string; group_name: string; subject_id: string; title: string; excerpt: string; path: string; details: Json; actor_count: number; actors: Json; created_at: string; updated_at: string; read_at: string }[] }
      obstacle: { Args: { '': Database['public']['Tables']['scheduled_announcements']['Row'] }; Returns: string }
      offer_record: { Args: { catch_id: string }; Returns: undefined }
      offered_rewards: { Args: never; Returns: { id: string; name: string; description: string; price: number; limit_per_member: number | null; times_redeemed: number; units: number | null; closed_until: string | null; is_unclaimed: boolean; version: string; items: RewardItem[] }[] }
      own_picture: { Args: { kind: string; id?: string }; Returns: { picture: SharedPicture; photo_bucket: string | null; photo_name: string | null }[] }
      page_head: { Args: { path: string }; Returns: { status: number; title: string; description: string; picture: SharedPicture | null }[] }
      points_guide: { Args: never; Returns: { photo: number; hello: number; game: number; friend: number | null; games: GamePoints[]; rewards_from: number | null; levels: LevelStep[] }[] }
      publish_announcement: { Args: { announcement_id: string; seen?: string; obstacle?: string }; Returns: string }
      reaction_counts: { Args: { '': Database['public']['Tables']['newsfeed_posts']['Row'] }; Returns: Json }
      record_history: { Args: { variety: string }; Returns: { catch_id: string; grams: number; caught_on: string; user_id: string; username: string }[] }
      record_offer_list: { Args: { decided?: boolean }; Returns: { id: string; catch_id: string; user_id: string; username: string; avatar_url: string | null; grams: number; caught_on: string; variety: CatchVariety; photo_path: string; words: string; offered_at: string; decision: RecordDecision | null; reason: string; decided_by: string | null; decided_at: string | null; is_own: boolean }[] }
      redeem_reward: { Args: { request_id: string; package_id: string; price: number; version?: string }; Returns: Database['public']['Tables']['prize_awards']['Row'][] }
      referrer_username: { Args: { user_id: string }; Returns: string }
      remaining_quantity: { Args: { '': Database['public']['Tables']['prize_packages']['Row'] }; Returns: number }
      remove_entry_photo: { Args: { entry_id: string }; Returns: boolean }
      remove_push_subscription: { Args: { endpoint: string }; Returns: undefined }
      reopen_report: { Args: { id: string; seen: number }; Returns: number }
      report_case: { Args: { id: string }; Returns: Json }
      report_counts: { Args: never; Returns: { open: number; hidden: number }[] }
      report_queue: { Args: { list?: string; after?: string; after_id?: string; size?: number }; Returns: { id: string; kind: ReportKind; subject_id: string; author_id: string | null; username: string | null; avatar_url: string | null; excerpt: string; reports: number; reasons: ReasonCounts; is_hidden: boolean; opened_at: string; decision: ReportDecision | null; hides: boolean; days: number | null; reason: string; decided_by: string | null; decided_at: string | null; version: number; is_own: boolean }[] }
      request_row: { Args: { request_id: string }; Returns: string }
      retry_delivery: { Args: { delivery_id: string }; Returns: boolean }
      save_levels: { Args: { levels: Json; seen: string }; Returns: Database['public']['Tables']['levels']['Row'][] }
      save_notification_setting: { Args: { group_name: string; channel: string; is_on: boolean }; Returns: undefined }
      save_notification_times: { Args: { quiet_from?: string; quiet_until?: string; time_zone?: string; digest?: string }; Returns: undefined }
      save_push_subscription: { Args: { endpoint: string; p256dh: string; auth: string; device?: string }; Returns: undefined }
      search: { Args: { query: string }; Returns: { kind: string; id: string; author_id: string; username: string; avatar_url: string; excerpt: string; path: string; created_at: string }[] }
      search_older: { Args: { query: string; before: string; before_id: string }; Returns: { kind: string; id: string; author_id: string; username: string; avatar_url: string; excerpt: string; path: string; created_at: string }[] }
      search_text: { Args: { '': Database['public']['Tables']['prize_packages']['Row'] }; Returns: string }
      season_leaderboard: { Args: never; Returns: { rank: number; username: string; avatar_url: string; badge_count: number; points: number }[] }
      season_leaderboard_near: { Args: never; Returns: { username: string; avatar_url: string; badge_count: number; points: number; is_own: boolean }[] }
      season_table: { Args: { season?: string }; Returns: { season: string; rank: number; username: string | null; avatar_url: string | null; points: number }[] }
      seasons: { Args: never; Returns: { begins: string; ends: string; name: string; closed_at: string }[] }
      send_report: { Args: { kind: string; subject_id: string; reason: string; words?: string; request_id?: string }; Returns: string }
      set_member_password: { Args: { user_id: string; new_password: string }; Returns: undefined }
      stock: { Args: { '': Database['public']['Tables']['prize_packages']['Row'] }; Returns: string }
      suspend_member: { Args: { user_id: string; reason: string; ends_at?: string }; Returns: undefined }
      total_quantity: { Args: { '': Database['public']['Tables']['prize_packages']['Row'] }; Returns: number }
      unblock_member: { Args: { member_id: string }; Returns: undefined }
      undo_marking: { Args: { marked_at: string }; Returns: number }
      undo_record: { Args: { id: string }; Returns: undefined }
      unread_notifications: { Args: never; Returns: number }
      username_problem: { Args: { username: string }; Returns: string }
      withdraw_invitations: { Args: { ids: string[] }; Returns: number }
      withdraw_record: { Args: { catch_id: string }; Returns: undefined }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type Public = Database['public']

/** A row as it is read, of a table or view. */
export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name] extends { Row: infer Row }
  ? Row
  : never

/** A row as it is inserted. */
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name] extends { Insert: infer Insert }
  ? Insert
  : never

/** A row as it is updated. */
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name] extends { Update: infer Update }
  ? Update
  : never
