// What TypeScript 4.8 does not know of browsers, and what the scripts share.

declare var careQueue: {
  all(): Promise<Action[]>;
  add(action: Action): Promise<void>;
  change(action: Action): Promise<unknown>;
  drain(
    tell: (news: News, action: Action) => Promise<void> | void,
    token?: string,
  ): Promise<boolean>;
  discard(key: string): Promise<boolean>;
  seen(moment: number): Promise<void>;
  mustForget(header: string | null): boolean;
  forget(): Promise<void>;
  withdraw(): Promise<number>;
};

interface SyncManager {
  register(tag: string): Promise<void>;
}
interface ServiceWorkerRegistration {
  readonly sync?: SyncManager;
}
