<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>errors</name>
    <message>
        <source>Something went wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings file can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend or move the file named above; it was left as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing answers at this address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that Trilium is running and that the address and port are right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium did not answer in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may be busy (its hourly consistency check blocks it); it is asked again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This address is not a Trilium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the address, above all a missing or wrong path prefix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium refuses the token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a new ETAPI token in Trilium (Options, ETAPI) and enter it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This Trilium is not set up yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it in a browser and finish its first-time set-up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The note is protected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The note does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A login page is in the way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the paths /etapi and /api/health-check pass your proxy without its own login.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A web page came instead of data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A proxy or another program answers at this address; check the address and the path prefix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The secure connection failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate is not trusted or has expired; add its authority to this system&apos;s trust store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium reported a fault of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look into Trilium&apos;s log; it is asked again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trilium refused the request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused to send a request that could write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s list of notes is not believable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was deleted. It is asked again; if your notes really are gone, run `trayrecall sync --accept-deletions`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The embedding model failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No embedding model is installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyword search works. For search by meaning run `trayrecall model install`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring can&apos;t be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring is locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock it (logging in usually does) and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This machine has no keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the token in the environment variable RECALL_&lt;NAME&gt;_TOKEN, or install a keyring.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
